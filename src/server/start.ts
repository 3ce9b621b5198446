/**
 * The entry of the binary. Some settings of JavaScriptCore and of the allocator can only come from the environment, so the process replaces itself once, before it
 * loads the program; where that is not possible, it goes on as it is. What each setting saves is in docs/benchmarks/startup-and-memory.md.
 */
const [command = 'serve'] = process.argv.slice(2)
const isServer = command === 'serve' || command.startsWith('-')
const settings: Readonly<Record<string, string>> = {
  // The last of its compilers takes a third of the processor until a server has answered ten thousand requests, and saves nothing after that.
  BUN_JSC_useFTLJIT: '0',
  // Bytes. How far garbage may grow depends on the memory of the machine; with this much, it is collected before it doubles what is in use.
  BUN_JSC_forceRAMSize: String(512 * 1024 * 1024),
  // Milliseconds until memory that was freed goes back to the system: a tenth less at the peak of an import in the server. Commands end soon.
  ...(isServer && { MIMALLOC_PURGE_DELAY: '0' }),
}

const missing = Object.entries(settings).filter(([name]) => process.env[name] === undefined)
if (missing.length > 0) {
  const environment = { ...process.env, ...Object.fromEntries(missing) }
  try {
    process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], environment)
  } catch {
    // A sandbox may forbid programs to start others.
  }
}

// Not a name that the bundler would find: the program is a module of its own in the binary, loaded only by the process that stays.
await import(`${import.meta.dir}/main.js`)

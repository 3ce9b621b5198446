import { hasAmpleMemory } from '#server/runtime/ample-memory.ts'

/**
 * The entry of the binary. Some settings of JavaScriptCore and of the allocator can only come from the environment, so the process replaces itself once, before it
 * loads the program; where that is not possible, it continues without them. docs/benchmarks/startup-and-memory.md says what each setting saves.
 */
const [command = 'serve'] = process.argv.slice(2)
const isServer = command === 'serve' || command.startsWith('-')
const isAmpleImport = command === 'import' && hasAmpleMemory()
const heapBytes = isAmpleImport ? 1024 ** 3 : 512 * 1024 ** 2
const settings: Readonly<Record<string, string>> = {
  // FTL, the last JIT compiler, takes a third of the processor during the first ten thousand requests of a server, and saves nothing afterwards.
  BUN_JSC_useFTLJIT: '0',
  // Bytes. The garbage collector lets the heap grow with the memory of the machine; with this much, it collects before the heap has doubled.
  BUN_JSC_forceRAMSize: String(heapBytes),
  // Milliseconds until freed memory is returned to the system: a tenth less at the peak of an import in the server.
  ...(isServer && { MIMALLOC_PURGE_DELAY: '0' }),
  // Never: a tenth of the processor time of an import was memory that was returned and asked for again.
  ...(isAmpleImport && { MIMALLOC_PURGE_DELAY: '-1' }),
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

// Hide the name from the bundler: the program must be a separate module in the binary, loaded only by the replaced process.
await import(`${import.meta.dir}/main.js`)

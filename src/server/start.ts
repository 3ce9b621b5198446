/**
 * The entry of the binary. The last of JavaScriptCore's compilers (FTL) takes a third of the processor until a server has answered ten
 * thousand requests, and saves nothing after that (docs/benchmarks.md). Only the environment can switch it off, so the process replaces
 * itself once, before it loads the program; where that is not possible, it goes on as it is.
 */
const compilerOption = 'BUN_JSC_useFTLJIT'

if (process.env[compilerOption] === undefined) {
  const environment = { ...process.env, [compilerOption]: '0' }
  try {
    process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], environment)
  } catch {
    // A sandbox may forbid programs to start others.
  }
}

// Not a name that the bundler would find: the program is a module of its own in the binary, loaded only by the process that stays.
await import(`${import.meta.dir}/main.js`)

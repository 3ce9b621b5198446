import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A program beside the tests: a database server, a browser. */
export interface TestService {
  /** The one line that it printed when it was ready. */
  url: string
  /** Ends it and waits until it has cleaned up after itself. */
  stop(): Promise<void>
}

/**
 * Starts a program of this folder that prints its address when it is ready and cleans up when its standard input ends. That
 * happens with `stop`, or when this process ends, in whatever way.
 */
export async function startTestService(program: string): Promise<TestService> {
  const child = spawn(process.execPath, [join(import.meta.dir, program)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Out of reach of a Ctrl-C in the terminal: it would end before its work of cleaning up is done.
    detached: true,
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const url = await Promise.race([new Promise<string>((resolve) => lines.once('line', resolve)), exited])
  if (!url) throw new Error(`${program} did not start; the reason stands above.`)
  child.unref()
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** The companion's side: says where it is, and returns when nobody needs it any more or somebody ends it. */
export async function serveUntilStopped(url: string): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  process.stdin.once('end', () => resolve()).resume()
  console.log(url)
  await stopped
  process.stdin.destroy()
}

import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A program that runs beside the tests: a database server, a browser. */
export interface TestService {
  url: string
  /** Ends it and waits until it has cleaned up after itself. */
  stop(): Promise<void>
}

/**
 * Starts a program of this folder that prints its URL as its first line when it is ready. It cleans up and ends when its standard
 * input closes: with `stop`, at the end of the run, or when this process dies. Throws what the program printed if it fails to start.
 */
export async function startTestService(program: string): Promise<TestService> {
  const child = spawn(process.execPath, [join(import.meta.dir, program)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A Ctrl-C in the terminal reaches the whole process group and would end the service before it has cleaned up.
    detached: true,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    process.stderr.write(text)
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const url = await Promise.race([new Promise<string>((resolve) => lines.once('line', resolve)), exited])
  if (!url) throw new Error(`${program} did not start: ${errors.trim()}`)
  child.unref()
  const stop = async (): Promise<void> => {
    child.stdin.end()
    await exited
  }
  cleanUpAfterRun(stop)
  return { url, stop }
}

/** For the service itself: prints its URL, and returns when its standard input closes or a signal asks it to end. */
export async function serveUntilStopped(url: string): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  process.stdin.once('end', () => resolve()).resume()
  console.log(url)
  await stopped
  process.stdin.destroy()
}

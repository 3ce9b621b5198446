import { findFreePort } from '#tests/support/find-free-port.ts'
import { isDatabaseUrl } from '../seed/open-kontor.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const benchCredentials = { email: 'bench@kontor.example', password: 'neither short nor common' }

const root = join(import.meta.dir, '../..')
export const builtBinary = join(root, 'dist/kontor')
const startTimeoutMs = 20_000

/** A server that a measurement starts. */
export interface BenchServer {
  name: string
  origin: string
  spawn(): Bun.Subprocess
}

/** A server that answers requests; disposing of it stops it. */
export interface RunningServer extends AsyncDisposable {
  name: string
  origin: string
  pid: number
  /** Milliseconds from the start of the process to the first 200 of `/login`. */
  startupMs: number
}

/** Builds `dist/kontor` if its sources have changed. */
export async function buildBinary(): Promise<void> {
  const build = Bun.spawn([process.execPath, join(root, 'src/server/build/build.ts'), '--if-changed'], {
    stdout: 'inherit',
  })
  if ((await build.exited) !== 0) throw new Error('The build failed.')
}

/** A binary of Kontor on a data folder or on the database of a URL. */
export function createKontorServer(place: string, binary = builtBinary, name = 'kontor'): BenchServer {
  const port = String(findFreePort())
  return createServer(name, port, [binary, 'serve'], { PORT: port, LOG_LEVEL: 'warn', ...placeSettings(place) })
}

/** The settings by which the binary finds a book: a data folder, or the URL of a PostgreSQL database. */
export const placeSettings = (place: string): Record<string, string> =>
  isDatabaseUrl(place)
    ? { DATABASE_URL: place, KONTOR_SECRET: crypto.randomUUID(), KONTOR_DATA: tmpdir() }
    : { KONTOR_DATA: place }

/** Kontor from its sources, which writes the statements that it has run to a file when it is stopped. */
export function createRecordingServer(dataFolder: string, file: string): BenchServer {
  const port = String(findFreePort())
  const command = [process.execPath, join(import.meta.dir, 'recording-server.ts'), file]
  return createServer('recording', port, command, { PORT: port, KONTOR_DATA: dataFolder, LOG_LEVEL: 'warn' })
}

/** A baseline that reads the SQLite file of a data folder. `bare` renders with template strings, `react` with React. */
export function createBaseline(name: 'bare' | 'react', dataFolder: string): BenchServer {
  const port = String(findFreePort())
  const script = join(import.meta.dir, name === 'bare' ? 'bare-server.ts' : 'react-server.tsx')
  const args = [process.execPath, script, join(dataFolder, 'kontor.sqlite'), port]
  return createServer(name, port, args, { NODE_ENV: 'production' })
}

/** The baseline of the browser: a hydrated page. */
export function createBrowserBaseline(dataFolder: string): BenchServer {
  const port = String(findFreePort())
  const script = join(import.meta.dir, 'browser/baseline-server.tsx')
  const args = [process.execPath, script, join(dataFolder, 'kontor.sqlite'), port]
  return createServer('react', port, args, { NODE_ENV: 'production' })
}

function createServer(name: string, port: string, command: string[], settings: Record<string, string>): BenchServer {
  const spawn = (): Bun.Subprocess =>
    Bun.spawn([...pinToCore(0), ...command], { env: buildEnvironment(settings), stdout: 'ignore', stderr: 'inherit' })
  return { name, origin: `http://localhost:${port}`, spawn }
}

/** Starts a server and waits for its first answer. */
export async function startServer({ name, origin, spawn }: BenchServer): Promise<RunningServer> {
  const startedAt = performance.now()
  const child = spawn()
  const stop = async (): Promise<void> => {
    child.kill()
    await child.exited
  }
  try {
    const startupMs = await waitForAnswer(`${origin}/login`, startedAt)
    return { name, origin, pid: child.pid, startupMs, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function waitForAnswer(url: string, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < startTimeoutMs) {
    try {
      const response = await fetch(url)
      await response.text()
      if (response.ok) return performance.now() - startedAt
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(1)
  }
  throw new Error(`${url} did not answer within ${startTimeoutMs / 1000} seconds.`)
}

/** Logs in, with `benchCredentials` by default; returns the `Cookie` header. */
export async function logIn(origin: string, credentials = benchCredentials): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`The login answered ${response.status}.`)
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** An environment without the settings of Kontor on this machine. */
export const buildEnvironment = (settings: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...settings,
})

/** The prefix of a command that binds it to a core, where `taskset` exists: servers run on core 0, the load on core 1. */
export const pinToCore = (core: number): string[] => (Bun.which('taskset') ? ['taskset', '-c', String(core)] : [])

/**
 * Keeps each core from going to sleep, with a loop that runs only while nothing else does; disposing of it ends the loops. A virtual core that sleeps wakes up late, which each round trip to
 * PostgreSQL waits for: a page takes 1 to 5 ms longer, on SQLite as long as without the loops. Does nothing where `chrt` does not exist.
 */
export function keepCoresAwake(): AsyncDisposable {
  const loops = Bun.which('chrt')
    ? [0, 1].map((core) => Bun.spawn([...pinToCore(core), 'chrt', '--idle', '0', 'sh', '-c', 'while :; do :; done']))
    : []
  return {
    [Symbol.asyncDispose]: async () => {
      for (const loop of loops) loop.kill()
      await Promise.all(loops.map((loop) => loop.exited))
    },
  }
}

/**
 * `npm run bench [ORDERS]`: compares the binary with a bare Hono handler on the same SQLite file, interleaved in one run, with one core
 * for the server and one for the load. Prints requests per second, p99, their ratio, the time to the first answer, and memory use.
 */
import type { LoadResult } from './load.ts'
import { openForScript } from '../seed/open-kontor.ts'
import { seedOrders } from '../seed/seed-orders.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const orders = Number(process.argv[2] ?? 100_000)
const rounds = 5
const secondsPerRound = 4
const connections = 8
const startupRuns = 7
const credentials = { email: 'bench@kontor.example', password: 'neither short nor common' }
const root = join(import.meta.dir, '../..')
const needsSession = { '/login': false, '/orders': true, '/api/_auth/session': true } as const
type Path = keyof typeof needsSession

const pinToCore = (core: number): string[] => (Bun.which('taskset') ? ['taskset', '-c', String(core)] : [])
const buildEnvironment = (settings: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...settings,
})
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One of the two servers under test. */
interface BenchServer {
  name: 'kontor' | 'bare'
  origin: string
  start(): Bun.Subprocess
}

await Bun.spawn([process.execPath, join(root, 'src/server/build.ts'), '--if-changed'], { stdout: 'inherit' }).exited
const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
try {
  console.log(`Filling a book with ${orders} orders …`)
  await fillBook(folder)
  const [kontor, bare] = [createKontorServer(folder), createBareServer(folder)]
  await addUser(folder)
  await saveLoginPage(kontor, folder)
  await measureStartups(kontor, bare)
  await measureLoad(kontor, bare)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fillBook(dataFolder: string): Promise<void> {
  const kontor = await openForScript({ dataFolder })
  await seedOrders(kontor, { count: orders, openShare: 0.02, seed: 1, until: Date.now() })
  await kontor.database.close()
}

function createKontorServer(dataFolder: string): BenchServer {
  const port = String(findFreePort())
  const settings = { PORT: port, KONTOR_DATA: dataFolder, LOG_LEVEL: 'warn' }
  return createServer('kontor', port, [join(root, 'dist/kontor'), 'serve'], settings)
}

function createBareServer(dataFolder: string): BenchServer {
  const port = String(findFreePort())
  const args = [join(dataFolder, 'kontor.sqlite'), join(dataFolder, 'login.html'), port]
  return createServer('bare', port, [process.execPath, join(import.meta.dir, 'bare-server.ts'), ...args], {
    NODE_ENV: 'production',
  })
}

function createServer(
  name: 'kontor' | 'bare',
  port: string,
  command: string[],
  settings: Record<string, string>,
): BenchServer {
  const start = (): Bun.Subprocess =>
    Bun.spawn([...pinToCore(0), ...command], {
      env: buildEnvironment(settings),
      cwd: folder,
      stdout: 'ignore',
      stderr: 'inherit',
    })
  return { name, origin: `http://localhost:${port}`, start }
}

async function addUser(dataFolder: string): Promise<void> {
  const args = ['user', 'add', '--email', credentials.email, '--name', 'Bench', '--role', 'owner']
  const child = Bun.spawn([join(root, 'dist/kontor'), ...args], {
    env: buildEnvironment({ KONTOR_DATA: dataFolder }),
    stdin: new Blob([credentials.password]),
    stdout: 'ignore',
  })
  if ((await child.exited) !== 0) throw new Error('The account could not be created.')
}

/** Saves Kontor's login page, so that the bare handler sends the same bytes except for the nonce. */
async function saveLoginPage(kontor: BenchServer, dataFolder: string): Promise<void> {
  const child = kontor.start()
  await waitUntilReady(kontor, performance.now())
  await Bun.write(join(dataFolder, 'login.html'), await fetch(`${kontor.origin}/login`))
  await stopProcess(child)
}

async function logIn({ origin }: BenchServer): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`The login answered ${response.status}.`)
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Milliseconds from the start of the process to the first 200 of `/login`. */
async function measureStartup(server: BenchServer): Promise<number> {
  const startedAt = performance.now()
  const child = server.start()
  const elapsedMs = await waitUntilReady(server, startedAt)
  await stopProcess(child)
  return elapsedMs
}

async function waitUntilReady({ name, origin }: BenchServer, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < 20_000) {
    try {
      const response = await fetch(`${origin}/login`)
      await response.text()
      if (response.ok) return performance.now() - startedAt
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(1)
  }
  throw new Error(`${name} did not answer within 20 seconds.`)
}

async function stopProcess(child: Bun.Subprocess): Promise<void> {
  child.kill()
  await child.exited
}

async function measureStartups(kontor: BenchServer, bare: BenchServer): Promise<void> {
  const times = { kontor: [] as number[], bare: [] as number[] }
  for (let round = 0; round < startupRuns; round += 1)
    for (const server of [kontor, bare]) times[server.name].push(await measureStartup(server))
  const [kontorMs, bareMs] = [median(times.kontor), median(times.bare)]
  console.log('\nFrom start to the first 200, median of', startupRuns)
  console.log(
    `  kontor ${kontorMs.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms, difference ${(kontorMs - bareMs).toFixed(0)} ms`,
  )
}

async function measureLoad(kontor: BenchServer, bare: BenchServer): Promise<void> {
  const processes = [kontor.start(), bare.start()]
  const startedAt = performance.now()
  await Promise.all([waitUntilReady(kontor, startedAt), waitUntilReady(bare, startedAt)])
  const cookie = await logIn(kontor)
  console.log(`\n${connections} connections, ${rounds} rounds of ${secondsPerRound} s each, median`)
  console.log('  path                  kontor req/s     p99   bare req/s     p99   ratio   bytes')
  for (const path of Object.keys(needsSession) as Path[]) {
    const results = { kontor: [] as LoadResult[], bare: [] as LoadResult[] }
    for (let round = 0; round < rounds; round += 1)
      for (const server of [kontor, bare])
        results[server.name].push(await spawnLoad(server, path, needsSession[path] ? cookie : ''))
    printRow(path, results)
  }
  console.log(
    `\nMemory after the load: kontor ${readResidentMegabytes(processes[0])} MB, bare ${readResidentMegabytes(processes[1])} MB`,
  )
  for (const child of processes) await stopProcess(child)
}

async function spawnLoad({ origin }: BenchServer, path: Path, cookie: string): Promise<LoadResult> {
  const args = [origin + path, String(connections), String(secondsPerRound), cookie]
  const child = Bun.spawn([...pinToCore(1), process.execPath, join(import.meta.dir, 'load.ts'), ...args], {
    stdout: 'pipe',
  })
  const result = JSON.parse(await new Response(child.stdout).text()) as LoadResult
  if (result.failed > 0) throw new Error(`${path} failed ${result.failed} times.`)
  return result
}

function printRow(path: Path, { kontor, bare }: Record<'kontor' | 'bare', LoadResult[]>): void {
  const rate = (results: LoadResult[]): number => median(results.map((result) => result.requestsPerSecond))
  const p99 = (results: LoadResult[]): string => `${median(results.map((result) => result.p99Ms)).toFixed(1)} ms`
  // Compare rounds that ran next to each other, so that noise on the machine affects both servers.
  const ratio = median(kontor.map((result, round) => result.requestsPerSecond / (bare[round]?.requestsPerSecond ?? 1)))
  const columns = [
    `  ${path.padEnd(20)}`,
    String(rate(kontor)).padStart(13),
    p99(kontor).padStart(8),
    String(rate(bare)).padStart(11),
    p99(bare).padStart(8),
    ratio.toFixed(2).padStart(6),
    String(kontor[0]?.bytesPerResponse).padStart(8),
  ]
  console.log(columns.join(' '))
}

/** Resident memory in MB on Linux, `?` elsewhere. */
function readResidentMegabytes(child: Bun.Subprocess | undefined): string {
  const status = `/proc/${child?.pid}/status`
  if (!existsSync(status)) return '?'
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024).toFixed(0)
}

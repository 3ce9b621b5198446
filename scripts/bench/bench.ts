/**
 * `npm run bench [ORDERS]`: the binary against a bare Hono handler on the same SQLite file, interleaved in one run, one core for the
 * server and one for the load. Prints requests per second and p99, their ratio, the time to the first answer, and the memory after it.
 */
import { fillWithOrders } from './fixture.ts'
import type { LoadResult } from './load.ts'
import { freePort } from '#tests/support/port.ts'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const orders = Number(process.argv[2] ?? 100_000)
const rounds = 5
const secondsEach = 4
const connections = 8
const starts = 7
const person = { email: 'bench@kontor.example', password: 'neither short nor common' }
const root = join(import.meta.dir, '../..')
const paths = { '/login': false, '/orders': true, '/api/_auth/session': true } as const
type Path = keyof typeof paths

const pinned = (core: number): string[] => (Bun.which('taskset') ? ['taskset', '-c', String(core)] : [])
const environment = (settings: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...settings,
})
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One of the two servers, told apart by how it is started. */
interface Contestant {
  name: 'kontor' | 'bare'
  origin: string
  start(): Bun.Subprocess
}

await Bun.spawn([process.execPath, join(root, 'src/server/build.ts'), '--if-changed'], { stdout: 'inherit' }).exited
const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
try {
  console.log(`Filling a book with ${orders} orders …`)
  await fillWithOrders(folder, orders)
  const [kontor, bare] = [kontorOn(folder), bareOn(folder)]
  await addPerson(folder)
  await keepLoginPage(kontor, folder)
  await measureStarts(kontor, bare)
  await measureLoad(kontor, bare)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function kontorOn(dataFolder: string): Contestant {
  const port = String(freePort())
  const settings = { PORT: port, KONTOR_DATA: dataFolder, LOG_LEVEL: 'warn' }
  return contestant('kontor', port, [join(root, 'dist/kontor'), 'serve'], settings)
}

function bareOn(dataFolder: string): Contestant {
  const port = String(freePort())
  const words = [join(dataFolder, 'kontor.sqlite'), join(dataFolder, 'login.html'), port]
  return contestant('bare', port, [process.execPath, join(import.meta.dir, 'bare-server.ts'), ...words], {
    NODE_ENV: 'production',
  })
}

function contestant(
  name: 'kontor' | 'bare',
  port: string,
  command: string[],
  settings: Record<string, string>,
): Contestant {
  const start = (): Bun.Subprocess =>
    Bun.spawn([...pinned(0), ...command], {
      env: environment(settings),
      cwd: folder,
      stdout: 'ignore',
      stderr: 'inherit',
    })
  return { name, origin: `http://localhost:${port}`, start }
}

async function addPerson(dataFolder: string): Promise<void> {
  const words = ['user', 'add', '--email', person.email, '--name', 'Bench', '--role', 'owner']
  const child = Bun.spawn([join(root, 'dist/kontor'), ...words], {
    env: environment({ KONTOR_DATA: dataFolder }),
    stdin: new Blob([person.password]),
    stdout: 'ignore',
  })
  if ((await child.exited) !== 0) throw new Error('No account could be made.')
}

/** The bare handler prints the same page, byte for byte but for the nonce. */
async function keepLoginPage(kontor: Contestant, dataFolder: string): Promise<void> {
  const child = kontor.start()
  await answering(kontor, performance.now())
  await Bun.write(join(dataFolder, 'login.html'), await fetch(`${kontor.origin}/login`))
  await end(child)
}

async function logIn({ origin }: Contestant): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Origin': origin },
    body: JSON.stringify(person),
  })
  if (!answer.ok) throw new Error(`The log-in answered ${answer.status}.`)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Milliseconds from the start of the process to the first 200 of `/login`. */
async function firstAnswer(one: Contestant): Promise<number> {
  const begin = performance.now()
  const child = one.start()
  const took = await answering(one, begin)
  await end(child)
  return took
}

async function answering({ name, origin }: Contestant, begin: number): Promise<number> {
  while (performance.now() - begin < 20_000) {
    try {
      const answer = await fetch(`${origin}/login`)
      await answer.text()
      if (answer.ok) return performance.now() - begin
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(1)
  }
  throw new Error(`${name} did not answer within 20 seconds.`)
}

async function end(child: Bun.Subprocess): Promise<void> {
  child.kill()
  await child.exited
}

async function measureStarts(kontor: Contestant, bare: Contestant): Promise<void> {
  const times = { kontor: [] as number[], bare: [] as number[] }
  for (let round = 0; round < starts; round += 1)
    for (const one of [kontor, bare]) times[one.name].push(await firstAnswer(one))
  const [own, other] = [median(times.kontor), median(times.bare)]
  console.log('\nFrom start to the first 200, median of', starts)
  console.log(`  kontor ${own.toFixed(0)} ms, bare ${other.toFixed(0)} ms, difference ${(own - other).toFixed(0)} ms`)
}

async function measureLoad(kontor: Contestant, bare: Contestant): Promise<void> {
  const children = [kontor.start(), bare.start()]
  const begin = performance.now()
  await Promise.all([answering(kontor, begin), answering(bare, begin)])
  const cookie = await logIn(kontor)
  console.log(`\n${connections} connections, ${rounds} rounds of ${secondsEach} s each, median`)
  console.log('  path                  kontor req/s     p99   bare req/s     p99   ratio   bytes')
  for (const path of Object.keys(paths) as Path[]) {
    const results = { kontor: [] as LoadResult[], bare: [] as LoadResult[] }
    for (let round = 0; round < rounds; round += 1)
      for (const one of [kontor, bare]) results[one.name].push(await loadOn(one, path, paths[path] ? cookie : ''))
    print(path, results)
  }
  console.log(
    `\nMemory after the load: kontor ${residentMegabytes(children[0])} MB, bare ${residentMegabytes(children[1])} MB`,
  )
  for (const child of children) await end(child)
}

async function loadOn({ origin }: Contestant, path: Path, cookie: string): Promise<LoadResult> {
  const words = [origin + path, String(connections), String(secondsEach), cookie]
  const child = Bun.spawn([...pinned(1), process.execPath, join(import.meta.dir, 'load.ts'), ...words], {
    stdout: 'pipe',
  })
  const result = JSON.parse(await new Response(child.stdout).text()) as LoadResult
  if (result.failed > 0) throw new Error(`${path} failed ${result.failed} times.`)
  return result
}

function print(path: Path, { kontor, bare }: Record<'kontor' | 'bare', LoadResult[]>): void {
  const rate = (results: LoadResult[]): number => median(results.map((result) => result.requestsPerSecond))
  const p99 = (results: LoadResult[]): string => `${median(results.map((result) => result.p99Ms)).toFixed(1)} ms`
  // Neighbours in time are compared with each other, so that a noisy minute touches both.
  const ratio = median(kontor.map((result, round) => result.requestsPerSecond / (bare[round]?.requestsPerSecond ?? 1)))
  const columns = [
    `  ${path.padEnd(20)}`,
    String(rate(kontor)).padStart(13),
    p99(kontor).padStart(8),
    String(rate(bare)).padStart(11),
    p99(bare).padStart(8),
    ratio.toFixed(2).padStart(6),
    String(kontor[0]?.bytesPerAnswer).padStart(8),
  ]
  console.log(columns.join(' '))
}

/** On Linux; elsewhere it is not told. */
function residentMegabytes(child: Bun.Subprocess | undefined): string {
  const status = `/proc/${child?.pid}/status`
  if (!existsSync(status)) return '?'
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024).toFixed(0)
}

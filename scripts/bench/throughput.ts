import { type LoadResult, spawnLoad } from './load.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { readCpuMs } from './process-usage.ts'
import { createKontorServer, createBaseline, logIn, type RunningServer, startServer } from './servers.ts'

const rounds = 5
const secondsPerRound = 4
const connections = 8
/** One kind of request. */
interface RequestKind {
  path: string
  /** Not measured with the baselines, which compress nothing. */
  acceptEncoding?: string
  asGuest?: boolean
}

const requestKinds: readonly RequestKind[] = [
  { path: '/login', asGuest: true },
  { path: '/orders' },
  { path: '/orders', acceptEncoding: 'zstd' },
  { path: '/api/_auth/session' },
]
/** The least ratio of requests per second to a baseline. */
const targets: Readonly<Record<string, string>> = { '/orders react': '0.7' }

interface RoundResult extends LoadResult {
  /** CPU time of the server per request, microseconds. */
  cpuMicros: number
}

interface Client {
  server: RunningServer
  cookie: string
}

/**
 * Requests per second and CPU time per request of the binary, of the baselines and of the other binary, if one was named. The servers
 * take turns on one core, and the load runs on another.
 */
export async function measureThroughput({ book, against }: Bench): Promise<void> {
  const folder = await book()
  await using kontor = await startServer(createKontorServer(folder))
  await using react = await startServer(createBaseline('react', folder))
  await using bare = await startServer(createBaseline('bare', folder))
  await using other = against && (await startServer(createKontorServer(against.book, against.binary, 'other')))
  const cookie = await logIn(kontor.origin)
  const clients = [kontor, react, bare].map((server) => ({ server, cookie }))
  if (other) clients.push({ server: other, cookie: await logIn(other.origin) })
  console.log(`${connections} connections, ${rounds} rounds of ${secondsPerRound} s each, medians\n`)
  const rows: string[][] = []
  for (const kind of requestKinds) {
    const clientsOfKind = clients.filter(({ server }) => !kind.acceptEncoding || server === kontor || server === other)
    rows.push(...formatRows(kind, clientsOfKind, await runRounds(clientsOfKind, kind)))
  }
  printTable(['path', 'server', 'requests/s', 'p99', 'CPU/request', 'bytes', 'req/s', 'target', 'CPU'], rows)
}

/** The results of each client. A first round, in which the server compiles its code, does not count. */
async function runRounds(clients: readonly Client[], kind: RequestKind): Promise<RoundResult[][]> {
  const results: RoundResult[][] = clients.map(() => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, client] of clients.entries()) results[index]?.push(await runRound(client, kind))
  return results.map(([, ...counted]) => counted)
}

/** The CPU time includes that of the warm-up, and so do the requests it is divided by. */
async function runRound({ server, cookie }: Client, { path, asGuest, ...options }: RequestKind): Promise<RoundResult> {
  const before = readCpuMs(server.pid)
  const load = await spawnLoad({
    ...options,
    url: server.origin + path,
    connections,
    seconds: secondsPerRound,
    cookie: asGuest ? '' : cookie,
  })
  return { ...load, cpuMicros: ((readCpuMs(server.pid) - before) * 1000) / load.allRequests }
}

function formatRows(
  { path, acceptEncoding }: RequestKind,
  clients: readonly Client[],
  results: readonly RoundResult[][],
): string[][] {
  const own = results[0] ?? []
  return clients.map(({ server: { name } }, index) => {
    const measured = results[index] ?? []
    const pick = (key: keyof RoundResult): number => median(measured.map((result) => result[key]))
    // Compare rounds that ran next to each other, so that noise on the machine affects both servers.
    const compare = (key: keyof RoundResult): string =>
      measured === own ? '' : median(own.map((result, round) => result[key] / (measured[round]?.[key] ?? 1))).toFixed(2)
    return [
      acceptEncoding ? `${path} as ${acceptEncoding}` : path,
      name,
      String(pick('requestsPerSecond')),
      `${pick('p99Ms').toFixed(1)} ms`,
      `${pick('cpuMicros').toFixed(0)} µs`,
      String(pick('bytesPerResponse')),
      compare('requestsPerSecond'),
      acceptEncoding ? '' : (targets[`${path} ${name}`] ?? ''),
      compare('cpuMicros'),
    ]
  })
}

import { createBook } from './book.ts'
import { type Bench, median, pickNamed, printTable } from './measurement.ts'
import { readCpuMs } from './process-usage.ts'
import { createKontorServer, createRecordingServer, logIn, type RunningServer, startServer } from './servers.ts'
import type { ReplayResult } from './replay.ts'
import { replayStatements } from './replay-statements.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const connections = 16
/** Maximum number of warm-up rounds: until a few thousand actions have run, compilation adds up to half of their CPU time. */
const maxWarmUpRounds = 12
/** The server is warm once two rounds in a row need at least this share of the CPU time of the fastest round before them. */
const warmShare = 0.97
const rounds = 5
const ordersPerRound = 300
/** The first half of them warms up. */
const recordedOrders = 1000

interface Action {
  name: string
  /** Below the order. */
  path: string
  body: Readonly<Record<string, unknown>>
}

const actions: readonly Action[] = [
  { name: 'ship', path: 'shipments', body: { carrier: 'EMS', trackingNumber: 'T-2301', version: 1 } },
  {
    name: 'edit',
    path: 'edits',
    body: { shippingAddress: { city: 'Chengdu' }, note: 'Leave it at the door', version: 1 },
  },
  { name: 'note', path: 'notes', body: { text: 'Asked where the parcel is' } },
  { name: 'hold', path: 'hold', body: { reason: 'Address unclear', version: 1 } },
  { name: 'request a refund', path: 'refunds', body: { amount: '1', reason: 'Scratched', version: 1 } },
]

/**
 * Takes actions on orders over HTTP, and compares with the statements that the server runs for them, replayed alone: committed in the same
 * groups, and each transaction by itself. The server and the replays take turns. `--only NAME,…` measures only these actions.
 */
export async function measureActions({ folder, only }: Bench): Promise<void> {
  const measured = pickNamed(actions, only)
  const neededOrders = measured.length * (maxWarmUpRounds + rounds) * ordersPerRound + recordedOrders
  // More than half of the open orders are paid.
  const book = await createBook(join(folder, 'actions'), 2 * neededOrders, 1)
  const numbers = listPaidOrders(book)
  if (numbers.length < neededOrders) throw new Error(`${numbers.length} of ${neededOrders} orders are paid`)
  const copyBook = (name: string): string => {
    const copy = join(folder, `actions-${name}`)
    cpSync(book, copy, { recursive: true })
    return copy
  }
  await using server = await startServer(createKontorServer(copyBook('server')))
  const cookie = await logIn(server.origin)
  const rows: string[][] = []
  for (const action of measured) {
    const recording = join(folder, 'recording.json')
    await record(recording, copyBook('recording'), action, numbers.slice(0, recordedOrders))
    const replay = (mode: 'together' | 'alone') => replayStatements(copyBook('replay'), recording, mode, 'events')
    const takeRound = () => takeActions(server, cookie, action, numbers.splice(0, ordersPerRound))
    await warmUp(takeRound)
    const results: { served: ReplayResult; together: ReplayResult; alone: ReplayResult }[] = []
    for (let round = 0; round < rounds; round += 1)
      results.push({ served: await takeRound(), together: await replay('together'), alone: await replay('alone') })
    const medianOf = (pick: (result: (typeof results)[number]) => number): number => median(results.map(pick))
    rows.push([
      action.name,
      '',
      medianOf(({ served }) => served.perSecond).toFixed(0),
      medianOf(({ alone }) => alone.perSecond).toFixed(0),
      medianOf(({ served, alone }) => served.perSecond / alone.perSecond).toFixed(2),
      medianOf(({ together }) => together.perSecond).toFixed(0),
      medianOf(({ served, together }) => served.perSecond / together.perSecond).toFixed(2),
      medianOf(({ served }) => served.cpuUs).toFixed(0),
      medianOf(({ alone }) => alone.cpuUs).toFixed(0),
      medianOf(({ served, alone }) => alone.cpuUs / served.cpuUs).toFixed(2),
    ])
  }
  const headings = ['/s', 'alone/s', 'ratio', 'in groups/s', 'ratio', 'CPU µs', 'alone', 'ratio']
  printTable([`${connections} connections`, '', ...headings], rows)
}

/** Takes rounds until two in a row are not faster than the fastest before them. */
async function warmUp(takeRound: () => Promise<ReplayResult>): Promise<void> {
  let fastestUs = Number.POSITIVE_INFINITY
  for (let round = 0, steady = 0; round < maxWarmUpRounds && steady < 2; round += 1) {
    const { cpuUs } = await takeRound()
    steady = cpuUs < warmShare * fastestUs ? 0 : steady + 1
    fastestUs = Math.min(fastestUs, cpuUs)
  }
}

/** The numbers of orders that are open, paid and not shipped. */
function listPaidOrders(dataFolder: string): string[] {
  using database = new Database(sqlitePath(dataFolder), { readonly: true })
  const query = database.query<{ number: string }, []>(
    `select number from orders where status = 'open' and payment_status = 'paid' and fulfillment_status = 'unfulfilled' order by number`,
  )
  return query.all().map(({ number }) => number)
}

/** Takes the action on each order over several connections; returns the rate and the CPU time of one. */
async function takeActions(
  { origin, pid }: RunningServer,
  cookie: string,
  { path, body }: Action,
  numbers: readonly string[],
): Promise<ReplayResult> {
  const [startedAt, cpuBefore] = [performance.now(), readCpuMs(pid)]
  const left = numbers.values()
  const work = async (): Promise<void> => {
    for (const number of left) {
      const response = await fetch(`${origin}/api/orders/${number}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Origin': origin, 'Cookie': cookie },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path} of ${number} answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: numbers.length / seconds, cpuUs: ((readCpuMs(pid) - cpuBefore) * 1000) / numbers.length }
}

/** Writes the statements that the server runs for these actions to a file. */
async function record(file: string, dataFolder: string, action: Action, numbers: readonly string[]): Promise<void> {
  await using server = await startServer(createRecordingServer(dataFolder, file))
  await takeActions(server, await logIn(server.origin), action, numbers)
}

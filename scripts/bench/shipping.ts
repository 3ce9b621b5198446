import { createBook } from './book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { readCpuMs } from './process-usage.ts'
import { createKontorServer, logIn, pinToCore, startServer } from './servers.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

const connections = 16
const rounds = 5
const ordersPerRound = 500

/** Ships orders over HTTP, and compares with the bare transaction: its statements alone, prepared, in a process of their own. */
export async function measureShipping(bench: Bench): Promise<void> {
  const folder = await createBook(join(bench.folder, 'shipping'), 2.5 * rounds * ordersPerRound, 1)
  const numbers = listShippable(folder)
  await using server = await startServer(createKontorServer(folder))
  const cookie = await logIn(server.origin)
  await shipAll(server.origin, cookie, numbers.splice(0, ordersPerRound))
  const results: { perSecond: number; cpuUs: number; barePerSecond: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const cpuBefore = readCpuMs(server.pid)
    const seconds = await shipAll(server.origin, cookie, numbers.splice(0, ordersPerRound))
    const cpuUs = ((readCpuMs(server.pid) - cpuBefore) * 1000) / ordersPerRound
    const barePerSecond = await runBare(folder, numbers.splice(0, ordersPerRound))
    results.push({ perSecond: ordersPerRound / seconds, cpuUs, barePerSecond })
  }
  const medianOf = (pick: (result: (typeof results)[number]) => number): number => median(results.map(pick))
  printTable(
    [`${connections} connections`, '', 'ship/s', 'CPU µs', 'bare/s', 'ratio'],
    [
      [
        `median of ${rounds} × ${ordersPerRound}`,
        '',
        medianOf(({ perSecond }) => perSecond).toFixed(0),
        medianOf(({ cpuUs }) => cpuUs).toFixed(0),
        medianOf(({ barePerSecond }) => barePerSecond).toFixed(0),
        medianOf(({ perSecond, barePerSecond }) => perSecond / barePerSecond).toFixed(2),
      ],
    ],
  )
}

/** The numbers of the orders that nothing was shipped of. */
function listShippable(dataFolder: string): string[] {
  using database = new Database(sqlitePath(dataFolder), { readonly: true })
  const query = database.query<{ number: string }, []>(
    `select number from orders where status = 'open' and fulfillment_status = 'unfulfilled' order by number`,
  )
  return query.all().map(({ number }) => number)
}

/** Ships the orders over several connections; returns how many seconds it took. */
async function shipAll(origin: string, cookie: string, numbers: readonly string[]): Promise<number> {
  const left = numbers.values()
  const startedAt = performance.now()
  const work = async (): Promise<void> => {
    for (const number of left) {
      const response = await fetch(`${origin}/api/orders/${number}/shipments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Origin': origin, 'Cookie': cookie },
        body: JSON.stringify({ carrier: 'EMS', trackingNumber: `T-${number}`, version: 1 }),
      })
      if (!response.ok) throw new Error(`Shipping ${number} answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return (performance.now() - startedAt) / 1000
}

/** Runs the bare transaction for each order; returns how many per second. */
async function runBare(dataFolder: string, numbers: readonly string[]): Promise<number> {
  const script = join(import.meta.dir, 'bare-shipping.ts')
  const child = Bun.spawn([...pinToCore(0), process.execPath, script, sqlitePath(dataFolder), ...numbers], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return Number(await new Response(child.stdout).text())
}

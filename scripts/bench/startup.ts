import { type Bench, median } from './measurement.ts'
import { createKontorServer, startServer } from './servers.ts'

const runs = 7

/** Time from the start of the process to the first 200 of `/login`, with a book that has orders. */
export async function measureStartup(bench: Bench): Promise<void> {
  const folder = await bench.book()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await using server = await startServer(createKontorServer(folder))
    times.push(server.startupMs)
  }
  console.log(`From start to the first answer, median of ${runs}: ${median(times).toFixed(0)} ms (target: at most 100)`)
}

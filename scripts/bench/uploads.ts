import { createBook } from './book.ts'
import { uploadFiles } from './hostile-files.ts'
import { type Bench, printTable } from './measurement.ts'
import { readCpuMs, readMainThreadMs, readMemoryMegabytes, resetMemoryPeak } from './process-usage.ts'
import { createKontorServer, logIn, type RunningServer, startServer } from './servers.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const storedOrders = 10_000
const pollEveryMs = 10
const targets = { waitMs: 100, cpuMs: 50, peakMegabytes: 220 }

/** Searches that match many orders, or have many words. */
const searches: readonly string[] = [
  'c',
  '一',
  'c '.repeat(2000),
  Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '),
  'a b c d e f g h',
  '\u0301'.repeat(1000),
  '%_'.repeat(1000),
]

/** How long `/healthz` waits while hostile files are uploaded, checked only and imported, and while searches run. */
export async function measureUploads({ folder }: Bench): Promise<void> {
  const dataFolder = await createBook(join(folder, 'uploads'), storedOrders)
  await using server = await startServer(createKontorServer(dataFolder))
  const cookie = await logIn(server.origin)
  const send = async (path: string, init: RequestInit = {}): Promise<number> => {
    const response = await fetch(server.origin + path, { ...init, headers: { cookie, origin: server.origin } })
    await response.text()
    return response.status
  }
  const rows: string[][] = []
  for (const [name, createText] of Object.entries(uploadFiles)) {
    // From the disk, so that this process has little to do while it polls.
    const path = join(folder, 'upload.csv')
    writeFileSync(path, createText())
    for (const query of ['?dryRun=1', '']) {
      const body = new FormData()
      body.set('file', new File([Bun.file(path)], 'orders.csv', { type: 'text/csv' }))
      const upload = () => send(`/api/imports/orders${query}`, { method: 'POST', body })
      rows.push([name, query ? 'checked' : 'imported', ...(await observe(server, upload))])
    }
  }
  for (const search of searches) {
    const run = () => send(`/orders?q=${encodeURIComponent(search)}`)
    rows.push([
      `search: ${search.slice(0, 16).toWellFormed()}`,
      `${search.length} letters`,
      ...(await observe(server, run)),
    ])
  }
  printTable(['request', '', 'status', 'CPU', 'longest wait', 'without queue', 'CPU in one', 'peak memory'], rows)
  console.log(
    '\n"Without queue": less the time for which the main threads were ready, but other programs had the processor.\n' +
      `Targets: no wait above ${targets.waitMs} ms, none with more than ${targets.cpuMs} ms of CPU, at most ${targets.peakMegabytes} MB.`,
  )
}

/**
 * Polls `/healthz` during a request. Returns its status and CPU time, of the polls the longest wait, the longest without queue and the
 * most CPU of the server's main thread during one, and the peak memory.
 */
export async function observe(server: RunningServer, run: () => Promise<number>): Promise<string[]> {
  resetMemoryPeak(server.pid)
  const cpuBefore = readCpuMs(server.pid)
  let isRunning = true
  const running = run().finally(() => (isRunning = false))
  const longest = { wait: 0, withoutQueue: 0, cpu: 0 }
  while (isRunning) {
    const [startedAt, serverBefore, selfBefore] = [
      performance.now(),
      readMainThreadMs(server.pid),
      readMainThreadMs(process.pid),
    ]
    // oxlint-disable-next-line no-await-in-loop -- one poll after the other
    await (await fetch(`${server.origin}/healthz`)).text()
    const wait = performance.now() - startedAt
    const [serverAfter, selfAfter] = [readMainThreadMs(server.pid), readMainThreadMs(process.pid)]
    const queue = serverAfter.queue - serverBefore.queue + selfAfter.queue - selfBefore.queue
    longest.wait = Math.max(longest.wait, wait)
    longest.withoutQueue = Math.max(longest.withoutQueue, wait - queue)
    longest.cpu = Math.max(longest.cpu, serverAfter.cpu - serverBefore.cpu)
    await Bun.sleep(pollEveryMs)
  }
  const status = await running
  const times = [readCpuMs(server.pid) - cpuBefore, longest.wait, longest.withoutQueue, longest.cpu]
  const { peak } = readMemoryMegabytes(server.pid)
  return [String(status), ...times.map((ms) => `${ms.toFixed(0)} ms`), `${peak.toFixed(0)} MB`]
}

import { createBook } from './book.ts'
import { spawnLoad } from './load.ts'
import { type Bench, printTable } from './measurement.ts'
import { readMemoryMegabytes, resetMemoryPeak } from './process-usage.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { join } from 'node:path'

const storedOrders = 10_000
const uploadedOrders = 50_000
const restMs = 10_000
const targets = { rest: 160, peak: 220 }

/** The memory of the server, at rest and at its peak, while it does what needs the most of it. On Linux only. */
export async function measureMemory({ folder }: Bench): Promise<void> {
  const dataFolder = await createBook(join(folder, 'memory'), storedOrders)
  await using server = await startServer(createKontorServer(dataFolder))
  const cookie = await logIn(server.origin)
  const call = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(server.origin + path, {
      ...init,
      headers: { cookie, origin: server.origin },
      // Importing takes longer than the five minutes after which Bun gives up.
      timeout: false,
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.slice(0, 200)}`)
  }
  const steps: Record<string, () => Promise<unknown>> = {
    'load on /orders, 10 s': () => spawnLoad({ url: `${server.origin}/orders`, connections: 8, seconds: 10, cookie }),
    'upload of 50,000 orders, checked only': () =>
      call('/api/imports/orders?dryRun=1', { method: 'POST', body: createUpload() }),
    'upload of 50,000 orders, imported': () => call('/api/imports/orders', { method: 'POST', body: createUpload() }),
    'verification of the books': () => call('/api/finance/verification'),
    'load on /orders, 10 s, again': () =>
      spawnLoad({ url: `${server.origin}/orders`, connections: 8, seconds: 10, cookie }),
    'at rest': () => Bun.sleep(restMs),
  }
  const rows: string[][] = []
  for (const [name, run] of Object.entries(steps)) {
    resetMemoryPeak(server.pid)
    await run()
    const { resident, peak } = readMemoryMegabytes(server.pid)
    rows.push([name, '', `${resident.toFixed(0)} MB`, `${peak.toFixed(0)} MB`])
  }
  printTable(['after', '', 'resident', 'peak'], rows)
  console.log(`\nAims: at most ${targets.rest} MB at rest, ${targets.peak} MB at any peak.`)
}

/** An order export of about 17 MB. */
function createUpload(): FormData {
  const orders = Array.from({ length: uploadedOrders }, (_, index) => ({ name: `#${index}`, id: `upload-${index}` }))
  const body = new FormData()
  body.set('file', new File([buildExportCsv(orders)], 'orders.csv', { type: 'text/csv' }))
  return body
}

import { createBook } from './book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { readCpuMs } from './process-usage.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'
import { join } from 'node:path'

const lineCount = 1000
const repetitions = 20

/** An order of a thousand lines: its page, with the list beside it, and an edit of it, one request at a time. */
export async function measureLargeOrder({ folder }: Bench): Promise<void> {
  const book = await createBook(join(folder, 'large-order'), 1000, 1)
  await using server = await startServer(createKontorServer(book))
  const cookie = await logIn(server.origin)

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', 'Origin': server.origin, 'Cookie': cookie }
    const response = await fetch(server.origin + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const post = async (path: string, body: unknown): Promise<Order> => {
    const response = await send(path, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as Order
  }
  const measure = async (name: string, work: () => Promise<unknown>): Promise<string[]> => {
    await work()
    const times: number[] = []
    const cpuBefore = readCpuMs(server.pid)
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const startedAt = performance.now()
      await work()
      times.push(performance.now() - startedAt)
    }
    const cpuMs = (readCpuMs(server.pid) - cpuBefore) / repetitions
    return [name, '', `${median(times).toFixed(0)} ms`, `${cpuMs.toFixed(0)} ms`]
  }

  let order = await post('/api/orders', {
    externalId: 'large',
    currency: 'CNY',
    lines: Array.from({ length: lineCount }, (_, index) => ({
      sku: `SKU-${index}`,
      name: `Item ${index}`,
      quantity: 2,
      unitPriceMinor: 1000 + index,
    })),
  })
  const path = `/api/orders/${order.number}`
  const edit = async (changes: object): Promise<void> => {
    order = await post(`${path}/edits`, { ...changes, version: order.version })
  }
  printTable(
    [`${lineCount} lines`, '', 'time', 'CPU'],
    [
      await measure('page', async () => (await send(`/orders?order=${order.number}`)).text()),
      await measure('view as JSON', async () => (await send(path)).text()),
      await measure('edit of one line', () =>
        edit({ lines: [{ id: order.lines[0]?.id, quantity: (order.version % 7) + 1 }] }),
      ),
      await measure('edit of all lines', () =>
        edit({ lines: order.lines.map(({ id }) => ({ id, quantity: (order.version % 7) + 1 })) }),
      ),
    ],
  )
}

interface Order {
  number: string
  version: number
  lines: { id: string }[]
}

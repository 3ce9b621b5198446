import { openBareSql } from '../open-bare-sql.ts'
import { median } from '../measurement.ts'
import type { Desk, Figure } from './desk.ts'

const runs = 200

/** What the least of a page costs: 50 rows of an index by prepared statements on the same book, without our code. */
export async function timeBareSql({ book, sample: { middle } }: Desk): Promise<Figure[]> {
  const columns =
    'id, number, external_number, placed_at, customer_name, item_count, status, payment_status, fulfillment_status, total_minor, currency'
  const newest = `select ${columns} from orders where archived = 0 order by placed_at desc, key desc limit 50`
  const lookups = `select ${columns} from orders where key in (select order_key from order_tokens where part = 0 and token = ' %${middle.customer}' limit 50)`
  await using connection = openBareSql(book)
  const figures: Figure[] = []
  for (const [label, statement] of [
    ['SQL: the newest 50 orders', newest],
    ['SQL: up to 50 orders of a customer', lookups],
  ] as const) {
    const times: number[] = []
    for (let each = 0; each < runs; each += 1) {
      const startedAt = performance.now()
      await connection.run(statement)
      times.push(performance.now() - startedAt)
    }
    const value = median(times)
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(runs * 0.95) - 1] ?? 0
    figures.push({ label, text: `${value.toFixed(2)} / ${p95.toFixed(2)}`, value, target: '' })
  }
  return figures
}

/**
 * The bare transaction of a shipment: its rows and the commit, each statement prepared, without a server, checks or answers.
 * `bun bare-shipping.ts SQLITE_FILE NUMBER…` prints how many it ran per second.
 */
import { Database } from 'bun:sqlite'

const [file = '', ...numbers] = process.argv.slice(2)
const database = new Database(file, { readwrite: true, strict: true })
for (const setting of ['busy_timeout = 5000', 'journal_mode = wal', 'synchronous = full', 'foreign_keys = on'])
  database.run(`pragma ${setting}`)

const findOrder = database.prepare<{ id: string; placed_at: number }, [string]>('select * from orders where number = ?')
const listLines = database.prepare<{ id: string; quantity: number }, [string]>(
  'select * from order_lines where order_id = ? and requires_shipping = 1',
)
const countUp = database.prepare<{ value: number }, [string]>(
  'insert into counters (key, value) values (?, 1) on conflict (key) do update set value = value + 1 returning value',
)
const updateOrder = database.prepare(
  `update orders set status = 'completed', fulfillment_status = 'fulfilled', version = version + 1 where id = ?`,
)
const insertShipment = database.prepare(
  'insert into shipments (id, number, order_id, carrier, tracking_number, shipped_at, recorded_at) values (?, ?, ?, ?, ?, ?, ?)',
)
const insertLine = database.prepare('insert into shipment_lines values (?, ?, ?, ?)')
const insertToken = database.prepare('insert into order_tokens (token, placed_at, order_id) values (?, ?, ?)')
const updateLines = database.prepare(
  'update order_lines set shipped_quantity = quantity where order_id = ? and requires_shipping = 1',
)
const insertEvent = database.prepare(
  `insert into events values (?, ?, 'order.shipped', 'user', null, 'Bench', 'order', ?, ?, ?, 1, 'request', '127.0.0.1')`,
)
const insertUnsealed = database.prepare('insert into unsealed_events values (?)')
const insertCountChange = database.prepare(
  `insert into order_count_changes values (?, 'CNY', '2026-01-01', ?, 'paid', ?, 0, ?)`,
)

const ship = (number: string): void => {
  const order = findOrder.get(number)
  if (!order) throw new Error(`There is no order ${number}`)
  const [shipmentId, eventId, now] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Date.now()]
  const shipment = `SH-bare-${countUp.get('SH-bare')?.value}`
  updateOrder.run(order.id)
  insertShipment.run(shipmentId, shipment, order.id, 'EMS', `T-${number}`, now, now)
  for (const line of listLines.all(order.id)) insertLine.run(shipmentId, order.id, line.id, line.quantity)
  for (const token of [`#${shipment}`, `=T${number}`]) insertToken.run(token, order.placed_at, order.id)
  updateLines.run(order.id)
  insertEvent.run(eventId, now, order.id, number, JSON.stringify({ shipment, carrier: 'EMS', itemCount: 1 }))
  insertUnsealed.run(eventId)
  for (const [status, fulfillment, change] of [
    ['open', 'unfulfilled', -1] as const,
    ['completed', 'fulfilled', 1] as const,
  ])
    insertCountChange.run(Bun.randomUUIDv7(), status, fulfillment, change)
}

const startedAt = performance.now()
for (const number of numbers) database.transaction(ship).immediate(number)
console.log((numbers.length / ((performance.now() - startedAt) / 1000)).toFixed(0))

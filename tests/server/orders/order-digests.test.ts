import { describeTables } from '#server/db/tables.ts'
import { verify } from '#server/self-check/verify.ts'
import { digestOrders } from '#server/orders/digests/digest-orders.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { parts } from '#server/orders/digests/digest-parts-store.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { listUnchanged } from '#tests/support/list-unchanged.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'

/** Tables of orders whose rows prove nothing: who works on an order, what webhooks sent, and the first orders, which are compared with their customers. */
const unproven = ['order_claims', 'webhook_deliveries', 'first_orders']

test('every table whose rows belong to orders is part of the digest, or makes an order one that has changed', async () => {
  const documents = ['orders', 'order_lines', 'payments', 'refunds', 'shipments', 'returns']
  const known = new Set([...Object.values(parts).map(({ table }) => table), 'attachments', ...unproven])
  const tables = await describeTables()
  const ofOrders = tables.filter(({ foreignKeys }) =>
    foreignKeys.some(({ referencedTable }) => documents.includes(referencedTable)),
  )
  expect(ofOrders.map(({ name }) => name).filter((name) => !known.has(name as never))).toEqual([])
})

type Row = Record<string, string | number | null>

const timeZone = 'Asia/Shanghai'
const everything = { after: null, through: null }
const secondOrder = sql.lit('SO260301-00002')

forEachDatabase((name, open) => {
  let app: TestKontor
  beforeEach(async () => {
    app = await createTestKontor(await open())
    const paidAndShipped = { shippedAt: Date.parse('2026-03-02T10:00:00Z'), status: 'completed' } as const
    const [line] = createDraft(2).lines
    const lines = line ? [{ ...line, shippedQuantity: 1 }] : []
    await importAsOperator(app.kontor, [createDraft(1), createDraft(2, { ...paidAndShipped, lines }), createDraft(3)])
  })

  const execute = async (statement: ReturnType<typeof sql>): Promise<Row[]> =>
    (await app.kontor.database.inTransaction((transaction) => statement.execute(transaction))).rows as Row[]

  test('the event of an import has the digest of every value that was written, the same on both databases', async () => {
    const [order] = await execute(sql`select id from orders where number = ${secondOrder}`)
    const id = String(order?.['id'])
    const tables = await describeTables()
    /** The rows as the databases join them. */
    const textsOf = async (
      tableName: string,
      rows: ReturnType<typeof sql>,
      orderId = 'order_id',
    ): Promise<string[]> => {
      const columns = tables.find((each) => each.name === tableName)?.columns ?? []
      return (await execute(rows)).map((row) =>
        columns
          .filter((column) => column !== orderId)
          .map((column) => row[column] ?? '\u0002')
          .join('\u0001'),
      )
    }
    const own = (tableName: string, column: string) =>
      textsOf(tableName, sql`select * from ${sql.table(tableName)} where order_id = ${id} order by ${sql.ref(column)}`)
    const tokens = await execute(
      sql`select part, token, placed_at from order_tokens where order_key = (select key from orders where id = ${id}) order by token`,
    )
    const placedAt = tokens[0]?.['placed_at']
    const tokenText = `${tokens.map(({ token }) => token).join('\n')}|${placedAt}|${placedAt}|${tokens.filter(({ part }) => part !== 0).length}`
    const withCounts = (texts: readonly string[], count = 1) => texts.map((text) => ({ text, count }))
    const rowsByPart = [
      ...[
        await textsOf('orders', sql`select * from orders where id = ${id}`, 'id'),
        await own('order_lines', 'position'),
        await own('order_imports', 'revision'),
        await own('payments', 'number'),
        await own('refunds', 'number'),
        await own('shipments', 'number'),
        await own('shipment_lines', 'line_id'),
        await own('customer_contacts', 'contact'),
      ].map((texts) => withCounts(texts)),
      withCounts([tokenText], tokens.length),
      withCounts(
        await textsOf(
          'ledger_links',
          sql`select * from ledger_links where type = 'order' and object_id = ${id}`,
          'object_id',
        ),
      ),
      withCounts(
        await textsOf(
          'ledger_entry_taxes',
          sql`select * from ledger_entry_taxes where entry_seq in (select entry_seq from ledger_links where object_id = ${id})`,
        ),
      ),
    ]
    const sizes = rowsByPart.map((rows) =>
      rows.map(({ text, count }) => `${count}:${Buffer.byteLength(text)},`).join(''),
    )
    const texts = rowsByPart.flat().map(({ text }) => text)
    const expected = new Bun.CryptoHasher('sha256')
      .update([timeZone, 1, ...sizes].join(';') + texts.join(''))
      .digest('hex')
    expect((await digestOrders(app.kontor.database.read, everything, timeZone)).get(id)?.digest).toBe(expected)
    const [event] = await execute(sql`select parameters from events where object_id = ${id}`)
    expect(JSON.parse(String(event?.['parameters']))).toMatchObject({ rows: expected })
  })

  test('the digests of an import are those of the rows in the database, whatever orders are like', async () => {
    const [line] = createDraft(0).lines
    const capturedAt = Date.parse('2026-03-02T08:00:00Z')
    const payment = { provider: 'PayPal', reference: '', capturedMinor: 1500, capturedAt }
    const lines = line ? [line, { ...line, sku: 'T-2' }, { ...line, sku: 'T-3' }] : []
    await importAsOperator(app.kontor, [
      createDraft(11, { customerName: '\u{20bb7}\u91ce \uff21\uff22 \u{1f600}', note: '\t\\N\n' }),
      createDraft(12, { email: '', phone: '', payment: null, status: 'cancelled', cancelledAt: capturedAt }),
      createDraft(13, { payment, refund: { amountMinor: 800, refundedAt: capturedAt } }),
      createDraft(14, { subtotalMinor: 3000, totalMinor: 3000, payment: null, lines }),
      createDraft(15, { note: 'between \u0001 two' }),
    ])
    const events = await execute(sql`select object_id, parameters from events where action = 'order.imported'`)
    const recorded = new Map(events.map((each) => [each['object_id'], JSON.parse(String(each['parameters'])).rows]))
    const digests = await digestOrders(app.kontor.database.read, everything, timeZone)
    const [ambiguous] = await execute(sql`select id from orders where note like 'between%'`)
    expect(recorded.size).toBe(8)
    for (const [id, { digest }] of digests) expect(recorded.get(id)).toBe(id === ambiguous?.['id'] ? '' : digest)
  })

  test('an order is checked in full once anything of it is not as the program left it', async () => {
    expect(await listUnchanged(app.kontor)).toHaveLength(3)
    await execute(
      sql`update order_tokens set token = 'forged' where token like '=%' and order_key = (select key from orders where number = 'SO260301-00003')`,
    )
    expect(await listUnchanged(app.kontor)).toEqual(['SO260301-00001', 'SO260301-00002'])
    expect(Object.keys(await findFailed())).toEqual(['search-tokens'])
  })

  const change = async (path: string, json: object, role: 'operations' | 'owner' = 'operations'): Promise<void> => {
    const user = await app.createUser(role)
    expect((await user.fetch(`/api/orders/${path}`, { method: 'POST', json })).status).toBeLessThan(300)
  }

  test('the event of a change has the digest of the order after it, also with what an import does not write', async () => {
    await change('SO260301-00001/notes', { text: 'Gift' })
    await change('SO260301-00001/edits', { shippingAddress: { city: 'Chengdu' }, version: 1 })
    await change('SO260301-00002/returns', { lines: await listReturnable(), reason: 'Too small', version: 1 })
    await change('SO260301-00003/shipments', { carrier: 'EMS', trackingNumber: 'T-1', version: 1 })
    await change('SO260301-00003/reveals', {}, 'owner')
    expect(await listUnchanged(app.kontor)).toHaveLength(3)
    expect(await findFailed()).toEqual({})
    expect(await findViolations(app)).toEqual([])
    await execute(sql`update order_notes set body = 'Theft'`)
    await execute(sql`update return_lines set quantity = quantity + 1`)
    await execute(sql`update shipments set tracking_number = 'T-2' where tracking_number = 'T-1'`)
    expect(await listUnchanged(app.kontor)).toEqual([])
    expect(Object.keys(await findFailed())).toContain('orders-recorded')
  })

  test('personal values of events are compared, though no digest has them', async () => {
    await change('SO260301-00001/edits', { note: 'Ring twice', version: 1 })
    await execute(sql`update event_personal_values set to_value = 'Ring once'`)
    expect(await listUnchanged(app.kontor)).toHaveLength(2)
    expect(await findFailed()).toMatchObject({ 'orders-recorded': [expect.stringContaining('event_personal_values')] })
  })

  test('what was edited by hand stays found when the order is changed afterwards', async () => {
    await execute(sql`update orders set shipping_method = 'Pigeon' where number = ${secondOrder}`)
    await change('SO260301-00002/notes', { text: 'Gift' })
    await change('SO260301-00002/tags', { tag: 'vip' })
    expect(await listUnchanged(app.kontor)).toEqual(['SO260301-00001', 'SO260301-00003'])
    expect(await findFailed()).toEqual({ 'orders-as-received': [expect.stringContaining('shipping_method Pigeon')] })
  })

  test('rows of an earlier state of an order are found', async () => {
    const number = 'SO260301-00001'
    const [before] = await execute(sql`select * from orders where number = ${number}`)
    const tokens = await execute(sql`select * from order_tokens where order_key = ${before?.['key']}`)
    await change(`${number}/hold`, { reason: 'Address unclear', version: 1 })
    const { id: _, ...columns } = before ?? {}
    const values = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await execute(sql`update orders set ${sql.join(values)} where number = ${number}`)
    await execute(sql`delete from order_tokens where order_key = ${before?.['key']}`)
    for (const row of tokens)
      await execute(sql`
        insert into order_tokens (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))})`)
    expect(await listUnchanged(app.kontor)).toEqual(['SO260301-00002', 'SO260301-00003'])
    expect(Object.keys(await findFailed())).toContain('orders-recorded')
  })

  async function listReturnable(): Promise<{ id: string; quantity: number }[]> {
    const rows = await execute(
      sql`select id from order_lines where order_id = (select id from orders where number = ${secondOrder})`,
    )
    return rows.slice(0, 1).map(({ id }) => ({ id: String(id), quantity: 1 }))
  }

  test('what is missing of an order is found among orders that did not change', async () => {
    await execute(
      sql`delete from order_tokens where order_key = (select key from orders where number = ${secondOrder})`,
    )
    await execute(
      sql`delete from customer_contacts where order_id = (select id from orders where number = ${secondOrder})`,
    )
    expect(await listUnchanged(app.kontor)).toEqual(['SO260301-00001', 'SO260301-00003'])
    expect(Object.keys(await findFailed()).toSorted()).toEqual(['customers-recorded', 'search-tokens'])
  })

  // On one database: which checks run does not depend on it.
  if (name === 'sqlite')
    test('what the database made of an import is found, and a full check also finds what the program made of it', async () => {
      await execute(sql`
        create trigger mistake after insert on orders begin
          update orders set shipping_method = 'Pigeon' where id = new.id;
        end`)
      await importAsOperator(app.kontor, [createDraft(4)])
      await execute(sql`drop trigger mistake`)
      const ofDatabase = 'orders SO260301-00004: shipping_method Pigeon ≠ SF Express'
      expect(await findFailed()).toEqual({ 'orders-as-received': [ofDatabase] })
      await importAsOperator(app.kontor, [
        Object.assign(createDraft(5), { toJSON: () => createDraft(5, { shippingMethod: 'Raven' }) }),
      ])
      expect(await findFailed()).toEqual({ 'orders-as-received': [ofDatabase] })
      expect(await findViolations(app)).toEqual([
        `orders-as-received: ${ofDatabase}`,
        'orders-as-received: orders SO260301-00005: shipping_method SF Express ≠ Raven',
      ])
    })

  /** The checks that fail without `isFull`, with what they found. */
  const findFailed = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (await verify(app.kontor)).checks.filter(({ passed }) => !passed).map(({ id, violations }) => [id, violations]),
    )
})

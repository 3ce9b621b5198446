import { describeTables } from '#server/db/tables.ts'
import { findUnchanged } from '#server/finance/verify/unchanged-orders.ts'
import { orderSlices } from '#server/finance/verify/order-slices-store.ts'
import { verify } from '#server/finance/verify.ts'
import { digestOrders } from '#server/orders/digest-orders.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { laterTables, parts } from '#server/orders/digest-store.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'

/** Tables of orders whose rows prove nothing: who works on an order, and what webhooks sent. */
const unproven = ['order_claims', 'webhook_deliveries']

test('every table whose rows belong to orders is part of the digest, or makes an order one that has changed', async () => {
  const documents = ['orders', 'order_lines', 'payments', 'refunds', 'shipments', 'returns']
  const known = new Set([
    ...Object.values(parts).map(({ table }) => table),
    ...laterTables,
    'refund_lines',
    ...unproven,
  ])
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

  /** The numbers of the orders that need no other check. */
  async function listUnchanged(): Promise<string[]> {
    const { read } = app.kontor.database
    const numbers: string[] = []
    for await (const { orders, slice } of orderSlices(read, everything)) {
      const unchanged = await findUnchanged(read, { orders, removedIds: new Set() }, slice, timeZone)
      numbers.push(...orders.filter(({ id }) => unchanged.has(id)).map(({ number }) => number))
    }
    return numbers
  }

  test('the event of an import has the digest of every value that was written, the same on both databases', async () => {
    const [order] = await execute(sql`select id from orders where number = ${secondOrder}`)
    const id = String(order?.['id'])
    const tables = await describeTables()
    /** The rows as the databases join them: integers as text, texts after their length. */
    const textOf = async (
      tableName: string,
      rows: ReturnType<typeof sql>,
      orderId = 'order_id',
    ): Promise<string | null> => {
      const table = tables.find((each) => each.name === tableName)
      const texts = (await execute(rows)).map((row) =>
        (table?.columns ?? [])
          .filter((column) => column !== orderId)
          .flatMap((column) => {
            const value = row[column] ?? null
            if (table?.integerColumns.includes(column)) return [value ?? '-']
            return value === null ? [-1] : [Buffer.byteLength(String(value)), value]
          })
          .join('|'),
      )
      return texts.length > 0 ? texts.join('\n') : null
    }
    const own = (tableName: string, column: string) =>
      textOf(tableName, sql`select * from ${sql.table(tableName)} where order_id = ${id} order by ${sql.ref(column)}`)
    const tokens = await execute(
      sql`select token, placed_at from order_tokens where order_key = (select key from orders where id = ${id}) order by token`,
    )
    const placedAt = tokens[0]?.['placed_at']
    const texts = [
      await textOf('orders', sql`select * from orders where id = ${id}`, 'id'),
      await own('order_lines', 'position'),
      await own('order_imports', 'revision'),
      await own('payments', 'number'),
      await own('refunds', 'number'),
      await own('shipments', 'number'),
      await textOf('shipment_lines', sql`select * from shipment_lines where order_id = ${id} order by line_id`, ''),
      await own('customer_contacts', 'contact'),
      `${tokens.map(({ token }) => token).join('\n')}|${placedAt}|${placedAt}|${tokens.length}`,
      await textOf(
        'ledger_links',
        sql`select * from ledger_links where type = 'order' and object_id = ${id}`,
        'object_id',
      ),
      await textOf(
        'ledger_entry_taxes',
        sql`select * from ledger_entry_taxes where entry_seq in (select entry_seq from ledger_links where object_id = ${id})`,
      ),
    ]
    const lengths = texts.map((text) => text?.length ?? null)
    const expected = new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([timeZone, lengths]) + texts.join(''))
      .digest('hex')
    expect((await digestOrders(app.kontor.database.read, everything, timeZone)).get(id)?.digest).toBe(expected)
    const [event] = await execute(sql`select parameters from events where object_id = ${id}`)
    expect(JSON.parse(String(event?.['parameters']))).toMatchObject({ rows: expected })
  })

  test('an order is checked in full once anything of it is not as it was imported', async () => {
    expect(await listUnchanged()).toHaveLength(3)
    const user = await app.createUser('operations')
    await user.fetch('/api/orders/SO260301-00001/notes', { method: 'POST', json: { text: 'Gift' } })
    expect(await listUnchanged()).toEqual(['SO260301-00002', 'SO260301-00003'])
    await execute(
      sql`update order_tokens set token = 'forged' where token like '=%' and order_key = (select key from orders where number = 'SO260301-00003')`,
    )
    expect(await listUnchanged()).toEqual(['SO260301-00002'])
    expect(Object.keys(await findFailed())).toEqual(['search-tokens'])
  })

  test('what is missing of an order is found among orders that did not change', async () => {
    await execute(
      sql`delete from order_tokens where order_key = (select key from orders where number = ${secondOrder})`,
    )
    await execute(
      sql`delete from customer_contacts where order_id = (select id from orders where number = ${secondOrder})`,
    )
    expect(await listUnchanged()).toEqual(['SO260301-00001', 'SO260301-00003'])
    expect(Object.keys(await findFailed()).toSorted()).toEqual(['customers-recorded', 'search-tokens'])
  })

  // On one database: which checks run does not depend on it.
  if (name === 'sqlite')
    test('a full check also finds what an import wrote differently from what it received', async () => {
      await execute(sql`
        create trigger mistake after insert on orders begin
          update orders set shipping_method = 'Pigeon' where id = new.id;
        end`)
      await importAsOperator(app.kontor, [createDraft(4)])
      await execute(sql`drop trigger mistake`)
      expect(await findFailed()).toEqual({})
      expect(await findViolations(app)).toEqual([
        'orders-as-received: orders SO260301-00004: shipping_method Pigeon ≠ SF Express',
      ])
    })

  /** The checks that fail without `isFull`, with what they found. */
  const findFailed = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (await verify(app.kontor)).checks.filter(({ passed }) => !passed).map(({ id, violations }) => [id, violations]),
    )
})

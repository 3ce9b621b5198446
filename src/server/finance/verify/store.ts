import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { type Selectable, sql } from 'kysely'

/** The rows of one slice: of the keys above `after` and not above `through`, which is null for the last slice. */
export interface Slice<Key> {
  after: Key
  through: Key | null
}

const sliceSize = 500

/** Entries in order of their numbers, a slice at a time; the last slice has no upper end, so that strays behind it are seen. */
export async function* entrySlices(db: Db) {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const entries = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(sliceSize)
      .execute()
    const through = entries.length < sliceSize ? null : (entries.at(-1)?.seq ?? null)
    yield { entries, slice: { after, through } satisfies Slice<number> }
    if (through === null) return
    after = through
    await yieldToEventLoop()
  }
}

/** Orders by id, a slice at a time. */
export async function* orderSlices(db: Db) {
  let after = ''
  for (;;) {
    const orders = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(sliceSize)
      .execute()
    const through = orders.length < sliceSize ? null : (orders.at(-1)?.id ?? null)
    yield { orders, slice: { after, through } satisfies Slice<string> }
    if (through === null) return
    after = through
    await yieldToEventLoop()
  }
}

/** SQLite answers at once, so nothing else would run between two slices. */
const yieldToEventLoop = (): Promise<void> => Bun.sleep(0)

export async function listPostings(db: Db, { after, through }: Slice<number>) {
  let query = db
    .selectFrom('ledger_postings as posting')
    .leftJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .selectAll('posting')
    .select(['code', 'currency', 'type', 'account.id as known'])
    .where('entry_seq', '>', after)
    .orderBy('entry_seq')
    .orderBy('position')
  if (through !== null) query = query.where('entry_seq', '<=', through)
  return query.execute()
}

export async function listLinks(db: Db, { after, through }: Slice<number>) {
  let query = db.selectFrom('ledger_links').selectAll().where('entry_seq', '>', after)
  if (through !== null) query = query.where('entry_seq', '<=', through)
  return query.execute()
}

/** The entries with these numbers, with their postings and links. */
export async function loadEntries(db: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return { entries: [], postings: [], links: [] }
  const [entries, postings, links] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers).execute(),
    db.selectFrom('ledger_postings').selectAll().where('entry_seq', 'in', numbers).orderBy('position').execute(),
    db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).execute(),
  ])
  return { entries, postings, links }
}

/** Entries that more than one entry reverses. */
export const findReversedTwice = (db: Db, limit: number) =>
  db
    .selectFrom('ledger_entries')
    .select('reverses')
    .where('reverses', 'is not', null)
    .groupBy('reverses')
    .having(({ eb, fn }) => eb(fn.countAll(), '>', 1))
    .limit(limit)
    .execute()

/** The documents with these ids. */
export async function findDocuments(db: Db, ids: Record<'order' | 'payment' | 'refund', string[]>) {
  const [orders, payments, refunds] = await Promise.all([
    ids.order.length === 0
      ? []
      : db.selectFrom('orders').select(['id', 'number', 'id as order_id']).where('id', 'in', ids.order).execute(),
    ids.payment.length === 0
      ? []
      : db.selectFrom('payments').select(['id', 'number', 'order_id']).where('id', 'in', ids.payment).execute(),
    ids.refund.length === 0
      ? []
      : db.selectFrom('refunds').select(['id', 'number', 'order_id']).where('id', 'in', ids.refund).execute(),
  ])
  return { order: orders, payment: payments, refund: refunds }
}

export const listAccounts = (db: Db) => db.selectFrom('ledger_accounts').selectAll().orderBy('code').execute()

export const loadHead = (db: Db) => db.selectFrom('book').select(['head_seq', 'head_hash']).executeTakeFirstOrThrow()

/** Keys that are booked more than once. */
export const findDuplicateKeys = (db: Db, limit: number) =>
  db
    .selectFrom('ledger_entries')
    .select(['source', 'external_id'])
    .groupBy(['source', 'external_id'])
    .having(({ eb, fn }) => eb(fn.countAll(), '>', 1))
    .limit(limit)
    .execute()

/** Day totals by their key, a slice at a time. */
export async function* dayTotalSlices(db: Db) {
  let after: [string, string, string] | undefined
  for (;;) {
    let query = db
      .selectFrom('ledger_day_totals')
      .selectAll()
      .orderBy('account_id')
      .orderBy('accounting_day')
      .orderBy('kind')
      .limit(sliceSize)
    const key = after
    if (key)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('account_id', 'accounting_day', 'kind'), '>', tuple(...key)),
      )
    const totals = await query.execute()
    yield totals
    const last = totals.at(-1)
    if (!last || totals.length < sliceSize) return
    after = [last.account_id, last.accounting_day, last.kind]
    await yieldToEventLoop()
  }
}

/** The rows of a table that belong to the orders of a slice. */
async function listRowsOfOrders<Table extends 'order_lines' | 'order_imports' | 'payments' | 'refunds' | 'shipments'>(
  db: Db,
  table: Table,
  { after, through }: Slice<string>,
): Promise<Selectable<Tables[Table]>[]> {
  // All of them have the column; their common type says so of any one.
  let query = db
    .selectFrom(table as 'payments')
    .selectAll()
    .where('order_id', '>', after)
  if (through !== null) query = query.where('order_id', '<=', through)
  return (await query.execute()) as unknown as Selectable<Tables[Table]>[]
}

/** Everything that the orders of a slice have, and what the ledger holds of them. */
export async function loadRelatedRows(db: Db, slice: Slice<string>) {
  const [lines, imports, payments, refunds, shipments] = await Promise.all([
    listRowsOfOrders(db, 'order_lines', slice),
    listRowsOfOrders(db, 'order_imports', slice),
    listRowsOfOrders(db, 'payments', slice),
    listRowsOfOrders(db, 'refunds', slice),
    listRowsOfOrders(db, 'shipments', slice),
  ])
  const shipmentIds = shipments.map(({ id }) => id)
  const shipmentLines =
    shipmentIds.length === 0
      ? []
      : await db.selectFrom('shipment_lines').selectAll().where('shipment_id', 'in', shipmentIds).execute()
  return { lines, imports, payments, refunds, shipments, shipmentLines, booked: await listOrderPostings(db, slice) }
}

/** The postings of all entries that are linked with an order of the slice, with the entry's payment, refund and reversal. */
const listOrderPostings = (db: Db, { after, through }: Slice<string>) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .leftJoin('ledger_links as payment', (join) =>
      join.onRef('payment.entry_seq', '=', 'link.entry_seq').on('payment.type', '=', 'payment'),
    )
    .leftJoin('ledger_links as refund', (join) =>
      join.onRef('refund.entry_seq', '=', 'link.entry_seq').on('refund.type', '=', 'refund'),
    )
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select(['link.object_id as order_id', 'entry.seq', 'entry.kind', 'entry.reverses', 'reversal.seq as reversed_by'])
    .select(['account.role', 'account.provider', 'account.currency', 'posting.amount_minor'])
    .select(['payment.object_id as payment_id', 'refund.object_id as refund_id'])
    .where('link.type', '=', 'order')
    .where('link.object_id', '>', after)
    .$if(through !== null, (bounded) => bounded.where('link.object_id', '<=', through as string))
    .execute()

/** Rows of a table that hold a number beyond what is exact, with the number as text. */
export async function findInexactRows(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  column: string,
  limit: number,
): Promise<{ key: string; value: string }[]> {
  const keys = sql.join(
    key.map((name) => sql`cast(${sql.ref(name)} as text)`),
    sql` || ' ' || `,
  )
  const { rows } = await sql<{ key: string; value: string }>`
    select ${keys} as key, cast(${sql.ref(column)} as text) as value from ${sql.table(table)}
    where ${sql.ref(column)} not between -9007199254740991 and 9007199254740991 limit ${limit}`.execute(db)
  return rows
}

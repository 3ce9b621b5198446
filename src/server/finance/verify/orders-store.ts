import type { Db } from '#server/db/database.ts'
import type { OrdersTable } from '#server/db/schema/orders.ts'
import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Account } from '#server/finance/verify/ledger-store.ts'
import { type Slice, sliceSize } from '#server/finance/verify/slices.ts'
import { type Compilable, type ExpressionBuilder, type Selectable, sql } from 'kysely'

export type Order = Selectable<OrdersTable>

/** Ranges of about `size` orders by id. Together they cover all keys, so that rows of missing orders are seen as well. */
export async function listOrderRanges(db: Db, size: number): Promise<Slice<string>[]> {
  const ranges: Slice<string>[] = []
  for (let after: string | null = null; ;) {
    const last = await selectIds(db, { after, through: null })
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    const through: string | null = last?.id ?? null
    ranges.push({ after, through })
    if (through === null) return ranges
    after = through
  }
}

/** The orders of a range by id, a slice at a time. Together the slices cover the keys of the range. */
export async function* orderSlices(
  db: Db,
  { after: start, through: end }: Slice<string>,
): AsyncGenerator<{ orders: Order[]; slice: Slice<string> }> {
  for (let after = start; ;) {
    const orders: Order[] = await selectIds(db, { after, through: end }).selectAll().limit(sliceSize).execute()
    const isLast = orders.length < sliceSize
    const through: string | null = isLast ? end : (orders.at(-1)?.id ?? null)
    yield { orders, slice: { after, through } }
    if (isLast) return
    after = through
  }
}

const selectIds = (db: Db, range: Slice<string>) =>
  db.selectFrom('orders').select('id').where(isIn(range, 'id')).orderBy('id')

/** A query for the rows of a slice, without other parameters, compiled once for each combination of ends that slices have. */
function sliceQuery<Row>(
  build: (db: Db, slice: Slice<string>) => Compilable<Row>,
): (db: Db, slice: Slice<string>) => Promise<Row[]> {
  const queries = new Map<string, CachedQuery<Row>>()
  return (db, slice) => {
    const { after, through } = slice
    const query = queries.getOrInsertComputed(`${after === null} ${through === null}`, () =>
      cachedQuery((any) => build(any, slice).compile()),
    )
    return query(
      db,
      [after, through].filter((id) => id !== null),
    )
  }
}

/** Tokens have no line breaks. */
export const tokenSeparator = '\n'

/** The condition that a column with the id of an order lies in a slice. */
const isIn =
  ({ after, through }: Slice<string>, column: string) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- the same for the columns of several tables
  ({ eb, and }: ExpressionBuilder<any, any>) =>
    and([...(after === null ? [] : [eb(column, '>', after)]), ...(through === null ? [] : [eb(column, '<=', through)])])

/** All rows that belong to the orders of a slice, with their events and their postings in the ledger. */
export async function loadRelatedRows(db: Db, slice: Slice<string>, accounts: ReadonlyMap<string, Account>) {
  const entries = await listOrderEntries(db, slice)
  return {
    entries,
    lines: await listLines(db, slice),
    imports: await listImports(db, slice),
    payments: await listPayments(db, slice),
    refunds: await listRefunds(db, slice),
    refundLines: await listRefundLines(db, slice),
    shipments: await listShipments(db, slice),
    attachments: await listAttachments(db, slice),
    contacts: await listContacts(db, slice),
    notes: await listNotes(db, slice),
    issued: await listIssued(db, slice),
    shipmentLines: await listShipmentLines(db, slice),
    returns: await listReturns(db, slice),
    returnLines: await listReturnLines(db, slice),
    returnReceipts: await listReturnReceipts(db, slice),
    tokens: await listTokens(db, slice),
    personalValues: await listPersonalValues(db, slice),
    events: await listOrderEvents(db, slice),
    booked: joinPostings(entries, await listOrderPostings(db, slice), accounts),
    taxes: await listOrderTaxes(db, slice),
  }
}

const listLines = sliceQuery((db, slice) =>
  db.selectFrom('order_lines').selectAll().where(isIn(slice, 'order_id')).orderBy('position'),
)
const listImports = sliceQuery((db, slice) =>
  db.selectFrom('order_imports').selectAll().where(isIn(slice, 'order_id')).orderBy('revision'),
)
const listPayments = sliceQuery((db, slice) =>
  db.selectFrom('payments').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listRefunds = sliceQuery((db, slice) =>
  db.selectFrom('refunds').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listShipments = sliceQuery((db, slice) =>
  db.selectFrom('shipments').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listAttachments = sliceQuery((db, slice) =>
  db.selectFrom('attachments').selectAll().where(isIn(slice, 'order_id')),
)
const listContacts = sliceQuery((db, slice) =>
  db.selectFrom('customer_contacts').selectAll().where(isIn(slice, 'order_id')),
)
const listNotes = sliceQuery((db, slice) => db.selectFrom('order_notes').selectAll().where(isIn(slice, 'order_id')))
const listIssued = sliceQuery((db, slice) =>
  db.selectFrom('documents').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listReturns = sliceQuery((db, slice) =>
  db.selectFrom('returns').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listReturnLines = sliceQuery((db, slice) =>
  db.selectFrom('return_lines').selectAll().where(isIn(slice, 'order_id')),
)
const listReturnReceipts = sliceQuery((db, slice) =>
  db.selectFrom('return_receipts').selectAll().where(isIn(slice, 'order_id')),
)

/**
 * The tokens of each order in one text, because they are many, and the first and last of their times. Rows of the primary key come in the
 * order of the tokens, which sorting in the aggregate does not know: it took twice as long.
 */
const listTokens = sliceQuery((db, slice) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_tokens')
        .select(['order_id', 'token', 'placed_at'])
        .where(isIn(slice, 'order_id'))
        .orderBy('order_id')
        .orderBy('token')
        .as('sorted'),
    )
    .select('order_id')
    .select(({ fn }) => [
      sql<string>`string_agg(token, cast(${sql.lit(tokenSeparator)} as text))`.as('tokens'),
      fn.min('placed_at').as('first_placed_at'),
      fn.max('placed_at').as('last_placed_at'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('order_id'),
)

/** The lines of the refunds of a slice, with the order of the refund as `order_id` and their own as `line_order_id`. */
const listRefundLines = sliceQuery((db, slice) =>
  db
    .selectFrom('refunds')
    .innerJoin('refund_lines as line', 'line.refund_id', 'refunds.id')
    .select(['refunds.order_id', 'line.order_id as line_order_id'])
    .select(['line.refund_id', 'line.line_id', 'line.quantity', 'line.amount_minor', 'line.tax_rate', 'line.tax_minor'])
    .where(isIn(slice, 'refunds.order_id')),
)

/** The lines of the shipments of a slice, with the order of the shipment as `order_id` and their own as `line_order_id`. */
const listShipmentLines = sliceQuery((db, slice) =>
  db
    .selectFrom('shipments')
    .innerJoin('shipment_lines as line', 'line.shipment_id', 'shipments.id')
    .select([
      'shipments.order_id',
      'line.order_id as line_order_id',
      'line.shipment_id',
      'line.line_id',
      'line.quantity',
    ])
    .where(isIn(slice, 'shipments.order_id')),
)

const listOrderEvents = sliceQuery((db, slice) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id as order_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', sql.lit('order'))
    .where(isIn(slice, 'object_id')),
)

const listPersonalValues = sliceQuery((db, slice) =>
  db
    .selectFrom('events')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .select('object_id as order_id')
    .selectAll('event_personal_values')
    .where('object_type', '=', sql.lit('order'))
    .where(isIn(slice, 'object_id')),
)

/** What the entries of the orders of a slice move by tax rate. */
const listOrderTaxes = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entry_taxes as share', 'share.entry_seq', 'link.entry_seq')
    .select(['link.object_id as order_id', 'share.entry_seq as seq'])
    .select(['share.tax_rate', 'share.net_minor', 'share.tax_minor'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** The entries that are linked with an order of the slice, with their payment, refund and reversal. */
const listOrderEntries = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'link.entry_seq')
    .leftJoin('ledger_links as payment', (join) =>
      join.onRef('payment.entry_seq', '=', 'link.entry_seq').on('payment.type', '=', sql.lit('payment')),
    )
    .leftJoin('ledger_links as refund', (join) =>
      join.onRef('refund.entry_seq', '=', 'link.entry_seq').on('refund.type', '=', sql.lit('refund')),
    )
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.seq')
    .select(['link.object_id as order_id', 'link.number as order_number'])
    .select(['entry.seq', 'entry.kind', 'entry.reverses', 'reversal.seq as reversed_by'])
    .select(['entry.occurred_at', 'entry.recorded_at', 'entry.memo', 'entry.source'])
    .select(['payment.object_id as payment_id', 'payment.number as payment_number'])
    .select(['refund.object_id as refund_id', 'refund.number as refund_number'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** The postings of these entries, without what their accounts say: there are few accounts. */
const listOrderPostings = sliceQuery((db, slice) =>
  db
    .selectFrom('ledger_links as link')
    .innerJoin('ledger_postings as posting', 'posting.entry_seq', 'link.entry_seq')
    .select(['posting.entry_seq', 'posting.account_id', 'posting.amount_minor'])
    .where('link.type', '=', sql.lit('order'))
    .where(isIn(slice, 'link.object_id')),
)

/** A posting of an entry of an order, with what its account means. */
type BookedPosting = Awaited<ReturnType<typeof listOrderEntries>>[number] &
  Pick<Account, 'role' | 'provider' | 'currency'> & { amount_minor: number }

/** The postings of entries. An entry that is linked with several orders, which `verifyDocuments` reports, counts for one of them. */
function joinPostings(
  entries: Awaited<ReturnType<typeof listOrderEntries>>,
  postings: Awaited<ReturnType<typeof listOrderPostings>>,
  accounts: ReadonlyMap<string, Account>,
): BookedPosting[] {
  const byEntry = new Map(entries.map((entry) => [entry.seq, entry]))
  return postings.flatMap(({ entry_seq, account_id, amount_minor }) => {
    const entry = byEntry.get(entry_seq)
    const account = accounts.get(account_id)
    if (!entry || !account) return []
    const { role, provider, currency } = account
    return [{ ...entry, role, provider, currency, amount_minor }]
  })
}

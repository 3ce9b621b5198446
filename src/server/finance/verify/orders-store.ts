import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { type Slice, sliceSize } from '#server/finance/verify/slices.ts'
import type { Selectable } from 'kysely'

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

/** The rows of a table that belong to the orders of a slice. */
async function listRowsOfOrders<Table extends 'order_lines' | 'order_imports' | 'payments' | 'refunds' | 'shipments'>(
  db: Db,
  table: Table,
  { after, through }: Slice<string>,
): Promise<Selectable<Tables[Table]>[]> {
  // All these tables have the column; Kysely needs the name of one.
  let query = db
    .selectFrom(table as 'payments')
    .selectAll()
    .where('order_id', '>', after)
  if (through !== null) query = query.where('order_id', '<=', through)
  return (await query.execute()) as unknown as Selectable<Tables[Table]>[]
}

/** All rows of the orders of a slice, and their postings in the ledger. */
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

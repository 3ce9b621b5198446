import type { Db } from '#server/db/database.ts'
import type { Account } from '#server/self-check/finance/ledger-accounts-store.ts'
import {
  joinPostings,
  listOrderEntries,
  listOrderPostings,
  listOrderTaxes,
} from '#server/self-check/orders/order-entries-store.ts'
import { isIn, sliceQuery } from '#server/self-check/orders/order-slices-store.ts'
import type { Slice } from '#server/self-check/slices.ts'
import { sql } from 'kysely'

/** Tokens have no line breaks. */
export const tokenSeparator = '\n'

/** All rows that belong to the orders of a slice, with their events and their postings in the ledger. */
export async function loadRelatedRows(db: Db, slice: Slice<string>, accounts: ReadonlyMap<string, Account>) {
  const entries = await listOrderEntries(db, slice)
  const postings = joinPostings(entries, await listOrderPostings(db, slice), accounts)
  const taxes = await listOrderTaxes(db, slice)
  return {
    entries,
    lines: await listLines(db, slice),
    imports: await listImports(db, slice),
    payments: await listPayments(db, slice),
    refunds: await listRefunds(db, slice),
    disputes: await listDisputes(db, slice),
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
    // Entries of disputes change nothing of the order's balances except what they offset.
    booked: postings.filter(({ dispute_id, role }) => dispute_id === null || role === 'refund_due'),
    bookedDisputes: postings.filter(({ dispute_id }) => dispute_id !== null),
    taxes: taxes.filter(({ dispute_id }) => dispute_id === null),
    disputeTaxes: taxes.filter(({ dispute_id }) => dispute_id !== null),
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
const listDisputes = sliceQuery((db, slice) =>
  db.selectFrom('disputes').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listShipments = sliceQuery((db, slice) =>
  db.selectFrom('shipments').selectAll().where(isIn(slice, 'order_id')).orderBy('number'),
)
const listAttachments = sliceQuery((db, slice) =>
  db.selectFrom('attachments').selectAll().where(isIn(slice, 'order_id')),
)
const listContacts = sliceQuery((db, slice) =>
  db
    .selectFrom('customer_contacts')
    .select(['contact', 'order_id', 'customer_number'])
    .where('order_id', 'is not', null)
    .where(isIn(slice, 'order_id'))
    .$narrowType<{ order_id: string }>(),
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

/** The tokens of each order in one text, because they are many, with the first and last of their times and the last part and the sum of their parts. */
const listTokens = async (db: Db, slice: Slice<string>) =>
  (await selectTokens(db, slice)).flatMap(({ order_id, text }) => {
    if (text === null) return []
    const [, ...numbers] = /^(-?\d+) (-?\d+) (\d+) (\d+) (\d+) /.exec(text) ?? []
    const [first_placed_at = NaN, last_placed_at = NaN, count = NaN, part = NaN, partSum = NaN] = numbers.map(Number)
    const tokens = text.split(' ').slice(5).join(' ')
    return [{ order_id, tokens, first_placed_at, last_placed_at, count, part, partSum }]
  })

/** For each order by itself: as a join, PostgreSQL may read all tokens for each slice. Rows of the primary key come in the order of the tokens. */
const selectTokens = sliceQuery((db, slice) =>
  db
    .selectFrom('orders')
    .select('id as order_id')
    .select(
      sql<string | null>`(
        select concat_ws(' ', min(placed_at), max(placed_at), count(*), max(part), sum(part), string_agg(token, cast(${sql.lit(tokenSeparator)} as text)))
        from (
          select part, token, placed_at from order_tokens where order_key = orders.key order by token
        ) as sorted having count(*) > 0
      )`.as('text'),
    )
    .where(isIn(slice, 'id')),
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

const listShipmentLines = sliceQuery((db, slice) =>
  db
    .selectFrom('shipment_lines')
    .select(['order_id', 'shipment_id', 'line_id', 'quantity'])
    .where(isIn(slice, 'order_id')),
)

/** The events of the orders of a slice, also of those that were removed. */
export const listOrderEvents = sliceQuery((db, slice) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id as order_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', sql.lit('order'))
    .where(isIn(slice, 'object_id')),
)

export const listPersonalValues = sliceQuery((db, slice) =>
  db
    .selectFrom('events')
    .innerJoin('event_personal_values', 'event_id', 'events.id')
    .select('object_id as order_id')
    .selectAll('event_personal_values')
    .where('object_type', '=', sql.lit('order'))
    .where(isIn(slice, 'object_id')),
)

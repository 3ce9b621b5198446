import type { Db } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import { yieldForLines } from '#server/runtime/event-loop.ts'
import { listRefundedQuantities } from '#server/orders/edits/edit-store.ts'
import { priceEdit } from '#server/orders/edits/edit-price.ts'
import { isErased } from '#server/orders/removal/erasure-store.ts'
import { findLastReceived } from '#server/orders/intake/import-store.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { toLedgerOrder, toOrderFacts } from '#server/orders/order-money.ts'
import { toFields } from '#server/orders/recorded-fields.ts'
import * as store from '#server/orders/store.ts'
import { receiveDraftTaxes } from '#server/orders/tax-columns.ts'
import { findBlocker } from '#shared/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { eraseDraft } from '#shared/orders/erase-draft.ts'
import { type Fields, type FieldValue, valueOf } from '#shared/orders/fields.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'
import { compareWithShop, isFact, type ShopChanges } from '#shared/orders/shop-changes.ts'
import { invalidInput } from '#shared/problem.ts'

/** The changes to an order that follow from a newer version of it in its shop. */
export interface ShopUpdatePlan extends ShopChanges {
  /** The version of the shop, as it is stored. */
  draft: OrderDraft
  /** The number of the version that was taken over last. */
  revision: number
  lines: { before: OrderLineRecord[]; after: OrderLineRecord[] }
  columns: Partial<store.OrderColumns>
}

/**
 * Compares an order with a newer version from its shop; writes nothing. `undefined` for an order that was never imported. Throws
 * `invalid-input` when the version cannot be taken over: `currency-changed`, `cancelled-here`, and the reasons of `priceEdit`.
 */
export async function planShopUpdate(
  db: Db,
  order: OrderRecord,
  draft: OrderDraft,
): Promise<ShopUpdatePlan | undefined> {
  const received = await findLastReceived(db, order.id)
  if (!received) return undefined
  // Personal data that was erased does not come back.
  const given = (await isErased(db, order.id)) ? eraseDraft(draft) : draft
  if (given.currency !== order.currency) throw invalidInput({ pointer: '/currency', reason: 'currency-changed' })
  const lines = await listLines(db, order.id)
  const lineCount = Math.max(lines.length, given.lines.length)
  await yieldForLines(lineCount)
  const base = JSON.parse(received.payload) as OrderDraft
  const changes = compareWithShop({
    base,
    given,
    now: toComparedFields(order, lines, base),
    lines,
    refundPendingMinor: order.refund_pending_minor,
    disputedMinor: order.dispute_open_minor + order.dispute_lost_minor,
    newLineId: newId,
  })
  const { values } = changes
  await yieldForLines(lineCount)
  const priced = priceEdit({
    order,
    lines,
    fields: toFields(order, lines),
    values: withTax(changes, order),
    pointers: new Map(),
    refunded: await listRefundedQuantities(db, order.id),
    discount: undefined,
  })
  await yieldForLines(lineCount)
  const hasOtherAmounts = !Bun.deepEquals(toLedgerOrder(order), toLedgerOrder({ ...order, ...priced.columns }))
  const ships = [...values.keys()].some((field) => field.endsWith('.shippedQuantity'))
  if (order.status === 'cancelled' && (hasOtherAmounts || ships))
    throw invalidInput({ pointer: '/cancelledAt', reason: 'cancelled-here' })
  const totalMinor = priced.columns.total_minor ?? order.total_minor
  if (totalMinor !== order.total_minor)
    changes.changes.push({ path: 'totalMinor', known: order.total_minor, given: totalMinor })
  return {
    ...keepShipped(changes, order, priced.lines),
    draft: given,
    revision: received.revision,
    columns: priced.columns,
    lines: { before: lines, after: priced.lines },
  }
}

/** The order in Kontor with the fields that a shop can change. */
function toComparedFields(order: OrderRecord, lines: readonly OrderLineRecord[], base: OrderDraft): Fields {
  const fields = new Map(toFields(order, lines))
  // Taxes that were derived from the shop's data were not changed in Kontor.
  if (receiveDraftTaxes(base).columns.tax_lines === order.tax_lines)
    fields.set('taxLines', JSON.stringify(base.taxLines ?? []))
  for (const { id, shipped_quantity, tax_is_derived } of lines) {
    for (const name of ['position', 'taxMinor', 'isTaxDerived']) fields.delete(`lines.${id}.${name}`)
    if (tax_is_derived === 1) fields.delete(`lines.${id}.taxRate`)
    fields.set(`lines.${id}.shippedQuantity`, shipped_quantity)
  }
  fields.set('capturedMinor', order.captured_minor)
  fields.set('refundedMinor', order.refunded_minor)
  fields.set('cancelled', order.status === 'cancelled' ? 1 : 0)
  return fields
}

/** The values that an edit writes. The tax is the shop's, unless it was changed in Kontor: then it keeps its share of the amount. */
function withTax({ values, kept }: ShopChanges, order: OrderRecord): ReadonlyMap<string, FieldValue> {
  const edited = new Map([...values].filter(([field]) => !isFact(field)))
  if (!edited.has('taxMinor') && !kept.some(({ path }) => path === 'taxMinor')) edited.set('taxMinor', order.tax_minor)
  return edited
}

/** An order of which something was shipped is not cancelled any more; the money still moves as the shop says. */
function keepShipped(
  { values, changes, kept }: ShopChanges,
  order: OrderRecord,
  lines: readonly OrderLineRecord[],
): ShopChanges {
  if (!values.has('cancelled')) return { values, changes, kept }
  const quantities = lines.map((line) => ({
    ...toLineQuantities(line),
    shippedQuantity: Number(valueOf(values, `lines.${line.id}.shippedQuantity`) ?? line.shipped_quantity),
  }))
  const facts = { ...toOrderFacts(order), fulfillmentStatus: fulfillmentStatusOf(quantities) }
  const status = order.status === 'completed' ? 'open' : order.status
  if (findBlocker({ ...facts, status }, 'cancel') === undefined) return { values, changes, kept }
  return {
    values: new Map([...values].filter(([field]) => field !== 'cancelled')),
    changes: changes.filter(({ path }) => path !== 'cancelled'),
    kept: [...kept, ...changes.filter(({ path }) => path === 'cancelled')],
  }
}

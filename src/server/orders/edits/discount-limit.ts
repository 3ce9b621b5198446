import type { CurrentUser, Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import { listChanges } from '#server/orders/recorded-fields.ts'
import type { OrderLineRecord, OrderRecord } from '#server/db/schema/orders.ts'
import { listOwnEdits, listOwnEditsOfOrder } from '#server/orders/edits/discount-store.ts'
import { formatMoney } from '#shared/money.ts'
import { sumPriceCuts } from '#shared/orders/price-cuts.ts'
import { ProblemError } from '#shared/problem.ts'
import { isWithinLimit } from '#shared/roles/limits.ts'
import { dayOf, startOfDay } from '#shared/time.ts'

/**
 * Throws `above-limit` unless the role of the user allows what an edit takes off an order: discounts, and prices below those before their
 * edits. Returns the parameters of the event that later edits add up; without a limit, prices are not compared.
 */
export async function requireEditWithinLimits(
  db: Db,
  kontor: Kontor,
  user: Pick<CurrentUser, 'id' | 'limits'>,
  order: OrderRecord,
  change: OrderChange,
): Promise<{ priceCutMinor?: number }> {
  const { discountMinor: ofOrder, dailyDiscountMinor: ofDay } = user.limits
  if (!change.lines || (ofOrder === null && ofDay === null)) return {}
  const { before, after } = change.lines
  const edits = await listOwnEditsOfOrder(db, user.id, order.id)
  const earlier = edits.flatMap(({ parameters }) => parseParameters(parameters).changes)
  const priceCutMinor =
    sumPriceCuts(after.map(toPricedProduct), [...earlier, ...listChanges(order, change)]) -
    sumPriceCuts(before.map(toPricedProduct), earlier)
  const addedMinor = (change.columns.discount_minor ?? order.discount_minor) - order.discount_minor + priceCutMinor
  const { id: orderId, currency } = order
  await requireDiscountWithinLimits(db, kontor, user, { orderId, currency, addedMinor })
  return priceCutMinor === 0 ? {} : { priceCutMinor }
}

const toPricedProduct = ({ id, sku, name, quantity, unit_price_minor: unitPriceMinor }: OrderLineRecord) => ({
  id,
  sku,
  name,
  quantity,
  unitPriceMinor,
})

/** What an action adds to the discount of an order; `orderId` is missing for a new one. */
interface GivenDiscount {
  orderId?: string
  currency: string
  addedMinor: number
}

/**
 * Throws `above-limit` unless the role of the user allows the discount: with what they have given on the same order, and today, so that
 * several small discounts count like a large one. Two at once cannot both pass, because one of their transactions starts again.
 */
export async function requireDiscountWithinLimits(
  db: Db,
  { book, now }: Kontor,
  { id, limits }: Pick<CurrentUser, 'id' | 'limits'>,
  { orderId, currency, addedMinor }: GivenDiscount,
): Promise<void> {
  const { discountMinor: ofOrder, dailyDiscountMinor: ofDay } = limits
  if (addedMinor <= 0 || (ofOrder === null && ofDay === null)) return
  const require = (limitMinor: number | null, givenMinor: number): void => {
    if (isWithinLimit(limitMinor, { amountMinor: givenMinor + addedMinor, currency }, book)) return
    const limit = formatMoney(limitMinor ?? 0, book.currency)
    throw new ProblemError('above-limit', { limit })
  }
  if (ofOrder !== null)
    require(ofOrder, orderId === undefined ? 0 : sumDiscounts(await listOwnEditsOfOrder(db, id, orderId)))
  if (ofDay === null) return
  const since = startOfDay(dayOf(now(), book.timeZone), book.timeZone)
  require(ofDay, sumDiscounts(await listOwnEdits(db, id, { since, currency: book.currency })))
}

/** What the edits added to the discounts of their orders, with prices that they lowered; an order whose discount they lowered does not make up for others. */
function sumDiscounts(edits: readonly { orderId: string; parameters: string }[]): number {
  const byOrder = new Map<string, number>()
  for (const { orderId, parameters: text } of edits) {
    const { parameters, changes } = parseParameters(text)
    const change = changes.find(({ field }) => field === 'discountMinor')
    const added =
      Number(parameters['discountMinor'] ?? 0) +
      Number(parameters['priceCutMinor'] ?? 0) +
      Number(change?.to ?? 0) -
      Number(change?.from ?? 0)
    byOrder.set(orderId, (byOrder.get(orderId) ?? 0) + added)
  }
  return [...byOrder.values()].reduce((sum, added) => sum + Math.max(added, 0), 0)
}

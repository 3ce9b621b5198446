import type { OrderStatus } from '#shared/orders/order.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import type { Address } from '#shared/orders/views.ts'

/** One line of an order draft; total = quantity × unit price − discount. */
export interface DraftLine {
  sku: string
  name: string
  quantity: number
  shippedQuantity: number
  requiresShipping: boolean
  unitPriceMinor: number
  discountMinor: number
  /** In percent; absent where the source does not say. */
  taxRate?: string
  taxMinor?: number
}

/** The source of orders that staff enter; all others come from other systems. */
export const ownSource = 'kontor'

/**
 * An order from another system, or one that staff entered, validated and converted: integer minor units of `currency`, epoch milliseconds, lines that add up to
 * the subtotal, parts that add up to the total. The same order always gives the same draft, so that a repeated import recognizes it.
 */
export interface OrderDraft {
  /** The system it comes from; `source` and `externalId` together identify the order. */
  source: string
  externalId: string
  externalNumber: string
  status: Extract<OrderStatus, 'draft' | 'pending' | 'open' | 'completed' | 'cancelled'>
  currency: string
  /** Sum of the lines after discounts. */
  subtotalMinor: number
  shippingMinor: number
  taxMinor: number
  taxesIncluded: boolean
  /** The taxes by name and rate; absent where the source does not name them. They are not all of the tax. */
  taxLines?: TaxLine[]
  /** In percent; absent where the source does not say. */
  shippingTaxRate?: string
  shippingTaxMinor?: number
  totalMinor: number
  authorizedMinor: number
  placedAt: number
  /** Set only for cancelled orders. */
  cancelledAt: number | null
  customerName: string
  email: string
  phone: string
  note: string
  shippingMethod: string
  discountCode: string
  shippingAddress: Address
  billingAddress: Address
  lines: DraftLine[]
  /** The captured payment; null if there is none. */
  payment: {
    provider: string
    reference: string
    capturedMinor: number
    /** The part that the provider paid itself, such as a coupon; absent if there is none. */
    subsidyMinor?: number
    /** The settlement by the provider in another currency; absent if it is settled in the order's currency. */
    settlement?: { currency: string; amountMinor: number; rate?: string | undefined }
    capturedAt: number
  } | null
  /** The refund of the payment; null if there is none. */
  refund: { amountMinor: number; refundedAt: number } | null
  /** When the shipped quantities were shipped; null if there are none. */
  shippedAt: number | null
}

/** The amounts of an order, which add up; the lines have their share of its discount. */
export type DraftMoney = Pick<
  OrderDraft,
  'lines' | 'subtotalMinor' | 'shippingMinor' | 'taxMinor' | 'taxesIncluded' | 'totalMinor'
>

/** Whether the amounts and quantities of a draft are valid, add up, and stay within the exact range. */
export function isConsistent({ lines, payment, refund, ...draft }: OrderDraft): boolean {
  const { subtotalMinor, shippingMinor, taxMinor, totalMinor, authorizedMinor } = draft
  const capturedMinor = payment?.capturedMinor ?? 0
  const subsidyMinor = payment?.subsidyMinor ?? 0
  const settlementMinor = payment?.settlement?.amountMinor ?? 1
  const refundedMinor = refund?.amountMinor ?? 0
  const lineAmounts = lines.flatMap((line) => [line.unitPriceMinor, line.discountMinor, line.taxMinor ?? 0])
  const orderAmounts = [
    subtotalMinor,
    shippingMinor,
    taxMinor,
    totalMinor,
    authorizedMinor,
    capturedMinor,
    subsidyMinor,
    settlementMinor,
    refundedMinor,
  ]
  if (![...orderAmounts, ...lineAmounts].every((amount) => Number.isSafeInteger(amount) && amount >= 0)) return false
  if (!lines.every(hasValidQuantities)) return false
  // Amounts are not negative, so a sum that is exact has only exact parts, and one that is not exact is too large.
  const lineTotals = lines.map((line) => line.quantity * line.unitPriceMinor)
  const discountMinor = sum(lines.map((line) => line.discountMinor))
  return (
    lines.every((line, index) => (lineTotals[index] ?? 0) >= line.discountMinor) &&
    sum(lineTotals) <= Number.MAX_SAFE_INTEGER &&
    sum(lineTotals) - discountMinor === subtotalMinor &&
    sum([subtotalMinor, shippingMinor, draft.taxesIncluded ? 0 : taxMinor]) === totalMinor &&
    taxMinor <= totalMinor &&
    (payment === null || capturedMinor > 0) &&
    (refund === null || refundedMinor > 0) &&
    subsidyMinor <= capturedMinor &&
    settlementMinor > 0 &&
    payment?.settlement?.currency !== draft.currency &&
    refundedMinor <= capturedMinor &&
    (draft.status === 'cancelled') === (draft.cancelledAt !== null)
  )
}

/** The same limits as the CHECK constraints of the tables. */
const hasValidQuantities = ({ quantity, shippedQuantity }: DraftLine): boolean =>
  Number.isInteger(quantity) &&
  Number.isInteger(shippedQuantity) &&
  quantity >= 1 &&
  quantity <= 1_000_000 &&
  shippedQuantity >= 0 &&
  shippedQuantity <= quantity

const sum = (amounts: readonly number[]): number => amounts.reduce((before, amount) => before + amount, 0)

/** A difference between two drafts of an order; `path` names the field (`totalMinor`, `lines.2.quantity`), `undefined` is a missing value. */
export interface Difference {
  path: string
  known: string | number | boolean | null | undefined
  given: string | number | boolean | null | undefined
}

/** All differences, in the order of the draft's fields; `known` may have been stored by an older version of Kontor. */
export function diffDrafts(known: unknown, given: unknown, path = ''): Difference[] {
  if (!isObject(known) && !isObject(given)) return Object.is(known, given) ? [] : [{ path, known, given } as Difference]
  const left = isObject(known) ? known : {}
  const right = isObject(given) ? given : {}
  const keys = [...new Set([...Object.keys(right), ...Object.keys(left)])]
  return keys.flatMap((key) => diffDrafts(left[key], right[key], path ? `${path}.${key}` : key))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

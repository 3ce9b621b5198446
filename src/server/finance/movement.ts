import type { OrderState } from '#shared/finance/posting.ts'
import type { OrderAmounts, RefundPurpose } from '#shared/finance/revenue-postings.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { storeCredit } from '#shared/payment-providers.ts'

/** What changes the books of an order. */
export type Movement = {
  order: OrderAmounts &
    OrderState & {
      id: string
      number: string
      currency: string
      taxLines?: readonly TaxLine[]
      /** Whose store credit it is that pays, or is paid. */
      customerNumber?: string | null
    }
  /** When it happened, ms. */
  occurredAt: number
  /** `source` and `externalId` are the idempotency key: it is never posted twice. */
  source: string
  externalId: string
} & (
  | MovementOfMoney
  | CancelledRefund
  | { kind: 'cancelled' | 'written_off' }
  | { kind: 'edited'; before: OrderAmounts & { taxLines?: readonly TaxLine[] } }
  | {
      /** Money of a payment or a refund that was posted in the order's currency, and that the provider settles in another one. */
      kind: 'settled'
      payment: MovementOfMoney['payment']
      refund?: { id: string; number: string } | undefined
      /** What comes to the clearing account in each currency, or leaves it. */
      exchanged: readonly SettlementAmount[]
    }
  | {
      /** The rest of a payment in its settlement currency after it was refunded in full. */
      kind: 'exchange_difference'
      payment: MovementOfMoney['payment']
      /** Above zero for a gain. */
      difference: SettlementAmount
    }
)

/** An amount in the currency in which a provider settles a payment. */
export interface SettlementAmount {
  currency: string
  amountMinor: number
}

/** A refund that the provider sent back and that is given up: its granted part is sold again. */
interface CancelledRefund {
  kind: 'refund_cancelled'
  payment: MovementOfMoney['payment']
  refund: { id: string; number: string }
  grantedMinor: number
}

/** A captured payment, a refund, or one that the provider sent back. */
interface MovementOfMoney {
  kind: 'captured' | 'refunded' | 'refund_returned'
  payment: { id: string; number: string; provider: string; reference: string }
  refund?: { id: string; number: string }
  /** What a refund is for; the order as a whole by default. */
  purpose?: RefundPurpose
  amountMinor: number
  /** The part of a payment that the provider paid itself. */
  subsidyMinor?: number | undefined
  /** The amount in the settlement currency of the provider, if that differs. */
  settlement?: SettlementAmount | undefined
  /** The amount captured (for a refund: refunded) of the order before. */
  beforeMinor: number
}

/** Whether store credit takes the place of money. */
export const isOfCredit = (movement: Movement): boolean =>
  'amountMinor' in movement && movement.payment.provider === storeCredit

import type { OrderMessages } from '#client/orders/use-order-messages.ts'
import { formatMoney } from '#shared/money.ts'
import type { ApprovalBlocker } from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** The rule by which a user who approves refunds cannot approve this one, as a sentence. */
export function describeApprovalBlocker(
  blocker: Exclude<ApprovalBlocker, 'permission'>,
  { ownRefundLimitMinor, currency }: Pick<OrderView, 'ownRefundLimitMinor' | 'currency'>,
  { payments }: OrderMessages,
): string {
  switch (blocker) {
    case 'own-refund':
      return payments.refund.ownRefund
    case 'above-limit':
      return payments.refund.ownRefundAbove(formatMoney(ownRefundLimitMinor ?? 0, currency))
  }
}

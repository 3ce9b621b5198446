import type { OrderMessages } from '#client/orders/use-order-messages.ts'
import { formatMoney } from '#shared/money.ts'
import type { ApprovalBlocker } from '#shared/orders/refunds.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'

/** Why the user cannot approve a refund, as a sentence: the rule, or the missing permission and the roles that have it. */
export function describeApprovalBlocker(
  blocker: ApprovalBlocker,
  { ownRefundLimitMinor, currency }: Pick<OrderView, 'ownRefundLimitMinor' | 'currency'>,
  { common, payments, staff }: OrderMessages,
): string {
  switch (blocker) {
    case 'permission': {
      const roles = rolesWithPermission('refunds.approve').map((role) => common.roles[role])
      return common.permissionRequired(staff.permissions['refunds.approve'], common.list(roles))
    }
    case 'own-refund':
      return payments.refund.ownRefund
    case 'above-limit':
      return payments.refund.ownRefundAbove(formatMoney(ownRefundLimitMinor ?? 0, currency))
  }
}

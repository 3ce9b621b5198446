import { add, allocate } from '#shared/money.ts'
import type { RefundStatus } from '#shared/orders/order.ts'
import type { StateMachine } from '#shared/state-machine.ts'

/**
 * What users do with a refund. `approve` and `retry` pay it out at once; a payment by hand succeeds in the same step. `markPaid` and `markFailed`
 * record the outcome of one whose provider Kontor no longer calls, `markReturned` that the provider sent the money back, and `payByTransfer` that the
 * customer got it by bank transfer instead, `payToCredit` gives it to them as store credit. `reject` gives up one that failed or was returned.
 */
export const refundActions = [
  'approve',
  'withdraw',
  'reject',
  'retry',
  'payByTransfer',
  'payToCredit',
  'markPaid',
  'markFailed',
  'markReturned',
] as const
export type RefundAction = (typeof refundActions)[number]

/** Those that pay a refund which is not reserved any more. */
export const payingActions: ReadonlySet<RefundAction> = new Set<RefundAction>(['retry', 'payByTransfer', 'payToCredit'])

/** Why a user cannot approve a refund that waits for it: the permission is missing, or it is their own and above their limit. */
export const approvalBlockers = ['permission', 'own-refund', 'above-limit'] as const
export type ApprovalBlocker = (typeof approvalBlockers)[number]

export const refundLifecycle: StateMachine<RefundStatus, RefundAction | 'succeed' | 'fail'> = {
  requested: { approve: 'processing', withdraw: 'withdrawn', reject: 'rejected' },
  processing: { succeed: 'succeeded', fail: 'failed', markPaid: 'succeeded', markFailed: 'failed' },
  failed: { retry: 'processing', payByTransfer: 'succeeded', payToCredit: 'succeeded', reject: 'rejected' },
  succeeded: { markReturned: 'returned' },
  returned: { retry: 'processing', payByTransfer: 'succeeded', payToCredit: 'succeeded', reject: 'rejected' },
  withdrawn: {},
  rejected: {},
}

/** Whether a refund is reserved: no other refund may pay out the same money. */
export const isPending = (status: RefundStatus): boolean => status === 'requested' || status === 'processing'

/** Whether a refund gives nothing back: what it was for can be refunded again. */
export const isVoid = (status: RefundStatus): boolean => ['withdrawn', 'rejected', 'failed'].includes(status)

/** The amounts of an order, and what refunds that have not failed have given back of them. Minor units of its currency. */
export interface RefundableOrder {
  subtotalMinor: number
  shippingMinor: number
  shippingTaxMinor: number
  totalMinor: number
  /** The part of these refunds that is for shipping. */
  shippingRefundedMinor: number
  lines: readonly {
    id: string
    quantity: number
    totalMinor: number
    taxMinor: number
    refundedQuantity: number
    refundedMinor: number
  }[]
}

/** What to refund: everything that is left, or quantities of lines, an amount for shipping, and an amount for the order as a whole. */
export type RefundRequest =
  'everything' | { lines: readonly { id: string; quantity: number }[]; shippingMinor: number; otherMinor: number }

/** The parts of a refund; they add up to its amount. */
export interface RefundParts {
  lines: { id: string; quantity: number; amountMinor: number }[]
  shippingMinor: number
  otherMinor: number
  amountMinor: number
}

/** What is left to refund of every line and of shipping, each with its part of a tax that is added on top. */
export function refundableParts(order: RefundableOrder): {
  lines: { id: string; quantity: number; amountMinor: number }[]
  shippingMinor: number
} {
  const { lines, subtotalMinor, shippingMinor, shippingTaxMinor, totalMinor } = order
  const taxesIncluded = subtotalMinor + shippingMinor === totalMinor
  const left = (amountMinor: number, taxMinor: number, refundedMinor: number): number =>
    Math.max(add(amountMinor, taxesIncluded ? 0 : taxMinor, -refundedMinor), 0)
  return {
    lines: lines.map((line) => ({
      id: line.id,
      quantity: line.quantity - line.refundedQuantity,
      amountMinor: left(line.totalMinor, line.taxMinor, line.refundedMinor),
    })),
    shippingMinor: left(shippingMinor, shippingTaxMinor, order.shippingRefundedMinor),
  }
}

/**
 * The parts of a refund. A quantity of a line gets its share of what is left of that line, so that refunds of all its pieces add up to it.
 * Everything is `availableMinor` to the last minor unit, split over what is left; all other amounts may exceed it: the caller checks.
 */
export function calculateRefund(order: RefundableOrder, request: RefundRequest, availableMinor: number): RefundParts {
  const left = refundableParts(order)
  if (request === 'everything') return splitEverything(left, availableMinor)
  const lines = request.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, quantity }) => {
      const line = left.lines.find((each) => each.id === id) ?? { quantity: 0, amountMinor: 0 }
      const [amountMinor = 0] = allocate(line.amountMinor, [quantity, Math.max(line.quantity - quantity, 0)])
      return { id, quantity, amountMinor }
    })
  const { shippingMinor, otherMinor } = request
  const amountMinor = add(...lines.map((line) => line.amountMinor), shippingMinor, otherMinor)
  return { lines, shippingMinor, otherMinor, amountMinor }
}

function splitEverything(
  { lines, shippingMinor }: ReturnType<typeof refundableParts>,
  availableMinor: number,
): RefundParts {
  const wanted = [...lines.map((line) => line.amountMinor), shippingMinor]
  const wantedMinor = add(...wanted)
  const parts = wantedMinor > availableMinor ? allocate(availableMinor, wanted) : wanted
  return {
    lines: lines
      .map(({ id, quantity }, index) => ({ id, quantity, amountMinor: parts[index] ?? 0 }))
      .filter(({ quantity }) => quantity > 0),
    shippingMinor: parts[lines.length] ?? 0,
    otherMinor: Math.max(availableMinor - wantedMinor, 0),
    amountMinor: availableMinor,
  }
}

/**
 * The tax in a refund of a part of an order: its share of what is left of that part, so that refunds of all of it give back all of its tax.
 * `grossMinor` is the part with its tax.
 */
export function taxOfRefund(
  amountMinor: number,
  part: { grossMinor: number; taxMinor: number },
  refunded: { amountMinor: number; taxMinor: number },
): number {
  const taxLeft = Math.max(part.taxMinor - refunded.taxMinor, 0)
  const netLeft = Math.max(part.grossMinor - refunded.amountMinor - taxLeft, 0)
  return Math.min(allocate(amountMinor, [netLeft, taxLeft])[1] ?? 0, taxLeft)
}

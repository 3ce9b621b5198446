import type { OrderView } from '#shared/orders/views.ts'
import { storeCredit } from '#shared/payment-providers.ts'

type Refund = OrderView['refunds'][number]

/** Whether a refund becomes store credit, or has become it. */
export const isToCredit = ({ provider, paidThrough }: Refund): boolean => [provider, paidThrough].includes(storeCredit)

/** The payment that a refund pays back. */
export const findPayment = ({ payments }: Pick<OrderView, 'payments'>, { paymentNumber }: Refund) =>
  payments.find(({ number }) => number === paymentNumber)

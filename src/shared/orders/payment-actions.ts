/** Actions on one payment: record its settlement in another currency, and undo that. */
export const paymentActions = ['settlePayment', 'unsettlePayment'] as const
export type PaymentAction = (typeof paymentActions)[number]

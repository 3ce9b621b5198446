/** What users do with one payment: say what its provider made of it in another currency, and take that back. */
export const paymentActions = ['settlePayment', 'unsettlePayment'] as const
export type PaymentAction = (typeof paymentActions)[number]

import type { Action } from '#server/context.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { parsePastTime } from '#server/orders/past-time-input.ts'
import { settlePayment as settle, unsettlePayment as unsettle } from '#server/orders/money/settle-payment.ts'
import { invalidInput } from '#shared/problem.ts'

/** `POST /api/orders/:number/payments/:payment/settlement`: records the settlement of a payment in another currency after its capture. */
export const settlePayment: Action<'settlePayment'> = (context, { number, version, payment, ...input }) =>
  changeOrder(context, { number, version }, (order, transaction) => {
    const { settlementAmount, settlementCurrency: currency, settlementRate: rate = '', settledAt } = input
    if (currency === order.currency) throw invalidInput({ pointer: '/settlementCurrency', reason: 'other-currency' })
    const amountMinor = parseAmount(settlementAmount, currency, '/settlementAmount')
    if (amountMinor === 0) throw invalidInput({ pointer: '/settlementAmount', reason: 'above-zero' })
    const { book, now } = context.kontor
    const occurredAt = parsePastTime(settledAt, book.timeZone, now(), '/settledAt')
    return settle(transaction, context, order, { payment, currency, amountMinor, rate: rate.trim(), occurredAt })
  })

/** `POST /api/orders/:number/payments/:payment/settlement/removal`: takes that back while nothing depends on it. */
export const unsettlePayment: Action<'unsettlePayment'> = (context, { number, version, payment, reason }) =>
  changeOrder(context, { number, version }, (order, transaction) =>
    unsettle(transaction, context, order, { payment, reason }),
  )

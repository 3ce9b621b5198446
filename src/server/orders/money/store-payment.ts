import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { postMovements } from '#server/finance/movements.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import type { EntryKey } from '#server/orders/money/change-refund.ts'
import * as moneyStore from '#server/orders/money/money-store.ts'
import { statusAfter, toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import { toSettlement } from '#server/orders/money/settlement.ts'
import { toPaymentFields } from '#server/orders/recorded-documents.ts'
import { tokenizeDocument } from '#server/orders/tokens/search-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'

interface NewPayment {
  order: OrderRecord
  payment: moneyStore.PaymentRecord
  /** The amount that is still authorized after the payment. */
  authorizedMinor: number
  entryKey: EntryKey
}

/** Stores a payment with its ledger entry and search tokens. Returns what changes of its order, for `changeOrder`. */
export async function storePayment(
  transaction: Transaction,
  context: RequestContext,
  { order, payment, authorizedMinor, entryKey }: NewPayment,
): Promise<Required<Pick<OrderChange, 'columns' | 'documentChanges'>>> {
  await moneyStore.insertPayment(transaction, payment)
  await postMovements(transaction, context, [
    {
      kind: 'captured',
      order: toLedgerOrder(order),
      payment,
      amountMinor: payment.captured_minor,
      subsidyMinor: payment.subsidy_minor,
      settlement: toSettlement(payment, payment.settlement_minor),
      beforeMinor: order.captured_minor,
      occurredAt: payment.captured_at,
      ...entryKey,
    },
  ])
  await insertTokens(transaction, order, tokenizeDocument(payment.number, payment.reference))
  const money = { ...toMoney(order), capturedMinor: order.captured_minor + payment.captured_minor }
  return {
    columns: {
      captured_minor: money.capturedMinor,
      authorized_minor: authorizedMinor,
      payment_status: paymentStatusOf({ ...money, authorizedMinor }),
      status: statusAfter(order, money),
    },
    documentChanges: [...toPaymentFields(payment)].map(([field, to]) => ({ field, from: null, to })),
  }
}

import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { findOrdersByNumber } from '#server/orders/find-order.ts'
import { planPrint, recordPrint, renderPrint } from '#server/print/record-print.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** `POST /api/prints`: records that each order was printed, and issues the documents, before anything is sent. */
export const printOrders: Action<'printOrders'> = async (context, input) => {
  const { kind } = input
  const printed = await inTransaction(context, async (transaction) => {
    const orders = await findOrders(transaction, input.orders)
    const planned = await planPrint(transaction, kind, orders)
    const missing = orders.find((_, index) => planned[index]?.length === 0)
    if (missing) throw describeMissing(input, missing)
    return recordPrint(transaction, context, input, planned.flat())
  })
  return renderPrint(context.kontor, input, printed)
}

const describeMissing = ({ kind, orders }: InputOf<'printOrders'>, { number }: OrderRecord) =>
  invalidInput({ pointer: `/orders/${orders.indexOf(number)}`, reason: `no-${kind}`, parameters: { number } })

/** Each order once, in the order of its first number. */
async function findOrders(transaction: Transaction, numbers: readonly string[]): Promise<OrderRecord[]> {
  const found = new Map((await findOrdersByNumber(transaction, numbers)).map((order) => [order.number, order]))
  return [...new Set(numbers)].map((number) => {
    const order = found.get(number)
    if (order) return order
    throw invalidInput({
      pointer: `/orders/${numbers.indexOf(number)}`,
      reason: 'no-such-order',
      parameters: { number },
    })
  })
}

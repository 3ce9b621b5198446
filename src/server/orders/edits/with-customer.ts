import type { RequestContext } from '#server/context.ts'
import { relinkCustomer } from '#server/customers/link-customers.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'

/** The columns that change, with the customer to whom the order belongs after a change of its email address or phone number. */
export async function withCustomer(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  columns: Partial<OrderColumns>,
): Promise<Partial<OrderColumns>> {
  const { id, email, phone, customer_name, customer_number } = { ...order, ...columns }
  if (email === order.email && phone === order.phone) return columns
  const linked = { orderId: id, email, phone, customerName: customer_name, customerNumber: customer_number }
  return { ...columns, customer_number: await relinkCustomer(transaction, context, linked) }
}

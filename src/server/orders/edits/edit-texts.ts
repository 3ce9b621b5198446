import { toColumns } from '#server/orders/recorded-fields.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { OrderColumns } from '#server/orders/store.ts'
import type { Fields } from '#shared/orders/fields.ts'
import { placeOf } from '#shared/orders/order.ts'
import type { Address } from '#shared/orders/views.ts'

/** Whether an edit with these values changes texts only, and so no line, amount or status. */
export const isTextEdit = (values: Fields): boolean => ![...values.keys()].some((field) => amountField.test(field))

const amountField = /^(lines[.]|shippingMinor$|taxMinor$)/

/** The columns that change with these values, of which `isTextEdit` is true. */
export function editTexts(order: OrderRecord, values: Fields): Partial<OrderColumns> {
  const columns = toColumns(values, order)
  if (columns.shipping_address === undefined && columns.billing_address === undefined) return columns
  return { ...columns, place: toPlace({ ...order, ...columns }) }
}

/** The column `place` of an order with these addresses. */
export const toPlace = (order: Pick<OrderColumns, 'shipping_address' | 'billing_address'>): string =>
  placeOf({
    shippingAddress: JSON.parse(order.shipping_address) as Address,
    billingAddress: JSON.parse(order.billing_address) as Address,
  })

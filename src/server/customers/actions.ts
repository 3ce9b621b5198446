import type { Action } from '#server/context.ts'
import { readCustomers } from '#server/customers/list.ts'
import { loadCustomerView } from '#server/customers/views.ts'

/** `GET /api/customers`. */
export const listCustomers: Action<'listCustomers'> = async (context, query) => {
  const { rows, next, count } = await readCustomers(context, query)
  return { rows, next, count }
}

/** `GET /api/customers/:customer`. */
export const getCustomer: Action<'getCustomer'> = (context, { customer }) =>
  loadCustomerView(context.kontor.database.read, context, customer)

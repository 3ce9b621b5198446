import type { Action } from '#server/context.ts'
import { loadCustomerView } from '#server/customers/views.ts'

export { findCustomerItems } from '#server/customers/find-items.ts'
export { countNewCustomers } from '#server/customers/first-orders.ts'
export { eraseCustomer } from '#server/customers/erase-customer.ts'
export { mergeCustomers } from '#server/customers/merge-customers.ts'

/** `GET /api/customers/:customer`. */
export const getCustomer: Action<'getCustomer'> = (context, { customer }) =>
  loadCustomerView(context.kontor.database.read, context, customer)

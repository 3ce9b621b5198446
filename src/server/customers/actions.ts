import type { Action } from '#server/context.ts'
export { readCustomers } from '#server/customers/list.ts'
import { readCustomers } from '#server/customers/list.ts'
import { loadCustomerView } from '#server/customers/views.ts'

export { findCustomerItems } from '#server/customers/find-items.ts'
export { countNewCustomers } from '#server/customers/first-orders.ts'
/** `GET /api/customers`. */
export const listCustomers: Action<'listCustomers'> = async (context, query) => {
  const { rows, next, count } = await readCustomers(context, query)
  return { rows, next, count }
}

export { createCustomerExportJob, exportCustomers, exportCustomersJobKind } from '#server/customers/export-actions.ts'
export { createCustomer, editCustomer } from '#server/customers/profile-actions.ts'
export { toNameKey } from '#server/customers/name-key.ts'
export { classifyCustomers, type CustomerOutcome, importCustomerDrafts } from '#server/customers/import-profiles.ts'
export { countImported, removeImported } from '#server/customers/remove-imported.ts'
export { eraseCustomer } from '#server/customers/erase-customer.ts'
export { mergeCustomers } from '#server/customers/merge-customers.ts'

/** `GET /api/customers/:customer`. */
export const getCustomer: Action<'getCustomer'> = (context, { customer }) =>
  loadCustomerView(context.kontor.database.read, context, customer)

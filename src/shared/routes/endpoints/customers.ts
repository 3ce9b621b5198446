import { customerParams, eraseCustomerInput, mergeCustomersInput } from '#shared/customers/inputs.ts'
import { customerView } from '#shared/customers/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Customers. */
export const customerEndpoints = {
  getCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customer',
    access: 'orders.view',
    params: customerParams,
    output: customerView,
    problems: ['not-found'],
  }),
  mergeCustomers: endpoint({
    method: 'POST',
    path: '/api/customers/:customer/merges',
    access: 'customers.manage',
    params: customerParams,
    body: mergeCustomersInput,
    output: customerView,
    problems: ['not-found', 'customer-erased'],
    idempotent: true,
  }),
  eraseCustomer: endpoint({
    method: 'POST',
    path: '/api/customers/:customer/erasure',
    access: 'customers.erase',
    params: customerParams,
    body: eraseCustomerInput,
    output: customerView,
    problems: ['not-found', 'customer-unfinished', 'changed-meanwhile'],
    timeLimit: 'long',
  }),
}

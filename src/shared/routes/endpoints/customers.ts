import {
  createCustomerInput,
  customerParams,
  editCustomerInput,
  eraseCustomerInput,
  listCustomersQuery,
  mergeCustomersInput,
} from '#shared/customers/inputs.ts'
import { customersList } from '#shared/customers/list.ts'
import { customerList, customerView } from '#shared/customers/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Customers. */
export const customerEndpoints = {
  listCustomers: endpoint({
    method: 'GET',
    path: '/api/customers',
    access: customersList.permission,
    query: listCustomersQuery,
    output: customerList,
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customer',
    access: 'orders.view',
    params: customerParams,
    output: customerView,
    problems: ['not-found'],
  }),
  createCustomer: endpoint({
    method: 'POST',
    path: '/api/customers',
    access: 'customers.manage',
    body: createCustomerInput,
    status: 201,
    output: customerView,
    idempotent: true,
  }),
  editCustomer: endpoint({
    method: 'POST',
    path: '/api/customers/:customer/edits',
    access: 'customers.manage',
    params: customerParams,
    body: editCustomerInput,
    output: customerView,
    problems: ['not-found', 'customer-erased', 'changed-meanwhile'],
    idempotent: true,
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

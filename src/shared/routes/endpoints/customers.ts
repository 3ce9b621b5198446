import {
  createCustomerInput,
  creditEntryInput,
  customerParams,
  editCustomerInput,
  eraseCustomerInput,
  exportCustomersInput,
  importCustomersInput,
  listCustomersQuery,
  mergeCustomersInput,
} from '#shared/customers/inputs.ts'
import { customersList } from '#shared/customers/list.ts'
import { customerList, customerView } from '#shared/customers/views.ts'
import { uploadLimitBytes } from '#shared/constants.ts'
import { customerImportResult, customerImportUndo } from '#shared/customers/import-views.ts'
import { jobDetails } from '#shared/jobs/views.ts'
import { importParams, listImportsQuery, switchParameter } from '#shared/orders/inputs.ts'
import { importList } from '#shared/orders/import-views.ts'
import * as z from 'zod/mini'
import { postedOrRequested } from '#shared/routes/endpoints/manual-entries.ts'
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
  exportCustomers: endpoint({
    method: 'POST',
    path: '/api/customers/exports',
    access: 'orders.export',
    body: exportCustomersInput,
    output: z.string(),
    answerType: 'text/csv',
    timeLimit: 'long',
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
  importCustomers: endpoint({
    method: 'POST',
    path: '/api/imports/customers',
    access: 'customers.manage',
    query: z.object({ dryRun: switchParameter }),
    body: importCustomersInput,
    output: customerImportResult,
    problems: ['not-a-customer-list'],
    timeLimit: 'long',
    uploadLimitBytes,
    afterForm: 'show-answer',
  }),
  createCustomerImportJob: endpoint({
    method: 'POST',
    path: '/api/imports/customers/jobs',
    access: 'customers.manage',
    body: importCustomersInput,
    output: jobDetails,
    status: 201,
    problems: ['not-a-customer-list'],
    timeLimit: 'long',
    uploadLimitBytes,
    afterForm: 'open-job',
  }),
  listCustomerImports: endpoint({
    method: 'GET',
    path: '/api/imports/customers',
    access: 'customers.manage',
    query: listImportsQuery,
    output: importList,
  }),
  undoCustomerImport: endpoint({
    method: 'POST',
    path: '/api/imports/customers/:import/undo',
    access: 'customers.manage',
    params: importParams,
    output: customerImportUndo,
    problems: ['not-found', 'import-not-undoable'],
    timeLimit: 'long',
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
  postCreditEntry: endpoint({
    method: 'POST',
    path: '/api/customers/:customer/credit-entries',
    access: 'finance.post',
    reentry: true,
    params: customerParams,
    body: creditEntryInput,
    output: postedOrRequested,
    status: 201,
    afterForm: 'open-entry',
    problems: ['not-found', 'store-credit-unavailable', 'above-limit', 'ledger-full'],
    idempotent: true,
  }),
  eraseCustomer: endpoint({
    method: 'POST',
    path: '/api/customers/:customer/erasure',
    access: 'customers.erase',
    params: customerParams,
    body: eraseCustomerInput,
    output: customerView,
    problems: ['not-found', 'customer-unfinished', 'customer-has-credit', 'changed-meanwhile'],
    timeLimit: 'long',
  }),
}

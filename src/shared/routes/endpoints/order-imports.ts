import { uploadLimitBytes } from '#shared/constants.ts'
import {
  importOrdersInput,
  createImportJobQuery,
  importOrdersQuery,
  importParams,
  listImportsQuery,
} from '#shared/orders/import-inputs.ts'
import { importList, importResult, importUndoPreview } from '#shared/orders/import-views.ts'
import { jobDetails } from '#shared/jobs/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Imports of orders from files, and undoing them. */
export const orderImportEndpoints = {
  listImports: endpoint({
    method: 'GET',
    path: '/api/imports/orders',
    access: 'orders.import',
    query: listImportsQuery,
    output: importList,
  }),
  importOrders: endpoint({
    method: 'POST',
    path: '/api/imports/orders',
    access: 'orders.import',
    query: importOrdersQuery,
    body: importOrdersInput,
    output: importResult,
    problems: ['not-an-order-export'],
    timeLimit: 'long',
    uploadLimitBytes,
    afterForm: 'show-answer',
  }),
  createImportJob: endpoint({
    method: 'POST',
    path: '/api/imports/orders/jobs',
    access: 'orders.import',
    query: createImportJobQuery,
    body: importOrdersInput,
    output: jobDetails,
    status: 201,
    problems: ['not-an-order-export'],
    timeLimit: 'long',
    uploadLimitBytes,
  }),
  previewImportUndo: endpoint({
    method: 'GET',
    path: '/api/imports/orders/:import/undo',
    access: 'orders.undo_import',
    params: importParams,
    output: importUndoPreview,
    problems: ['not-found'],
    timeLimit: 'long',
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/imports/orders/:import/undo',
    access: 'orders.undo_import',
    params: importParams,
    output: jobDetails,
    status: 201,
    problems: ['not-found', 'import-not-undoable'],
    timeLimit: 'long',
    idempotent: true,
    afterForm: 'open-job',
  }),
}

import { printInput, sellerInput } from '#shared/print/inputs.ts'
import { sellerView } from '#shared/print/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

/** Printed documents, and the seller that they name. */
export const printEndpoints = {
  printOrders: endpoint({
    method: 'POST',
    path: '/api/prints',
    access: 'orders.print',
    body: printInput,
    output: z.string(),
    answerType: 'text/html',
  }),
  changeSeller: endpoint({
    method: 'PUT',
    path: '/api/seller',
    access: 'settings.manage',
    body: sellerInput,
    output: sellerView,
    problems: ['changed-meanwhile'],
  }),
}

import {
  orderParams,
  approveReturnInput,
  closeReturnInput,
  completeReturnInput,
  receiveReturnInput,
  requestReturnInput,
  returnParams,
} from '#shared/orders/inputs.ts'
import { orderView } from '#shared/orders/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { actionPermissions } from '#shared/orders/actions.ts'

/** Returns of an order. */
export const returnEndpoints = {
  requestReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns',
    access: actionPermissions.requestReturn,
    params: orderParams,
    body: requestReturnInput,
    output: orderView,
    status: 201,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  approveReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns/:returnNumber/approval',
    access: actionPermissions.approveReturn,
    params: returnParams,
    body: approveReturnInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  rejectReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns/:returnNumber/rejection',
    access: actionPermissions.rejectReturn,
    params: returnParams,
    body: closeReturnInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  receiveReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns/:returnNumber/receipts',
    access: actionPermissions.receiveReturn,
    params: returnParams,
    body: receiveReturnInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  completeReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns/:returnNumber/completion',
    access: actionPermissions.completeReturn,
    params: returnParams,
    body: completeReturnInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  cancelReturn: endpoint({
    method: 'POST',
    path: '/api/orders/:number/returns/:returnNumber/cancellation',
    access: actionPermissions.cancelReturn,
    params: returnParams,
    body: closeReturnInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
}

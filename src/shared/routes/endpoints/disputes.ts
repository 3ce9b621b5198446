import {
  correctDisputeInput,
  disputeParams,
  loseDisputeInput,
  recordDisputeInput,
  winDisputeInput,
} from '#shared/orders/money-inputs.ts'
import { orderParams } from '#shared/orders/inputs.ts'
import { orderView } from '#shared/orders/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { actionPermissions } from '#shared/orders/actions.ts'

/** Disputes (chargebacks) of an order's payments. */
export const disputeEndpoints = {
  recordDispute: endpoint({
    method: 'POST',
    path: '/api/orders/:number/disputes',
    access: actionPermissions.recordDispute,
    params: orderParams,
    body: recordDisputeInput,
    output: orderView,
    status: 201,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile', 'ledger-full'],
    idempotent: true,
  }),
  winDispute: endpoint({
    method: 'POST',
    path: '/api/orders/:number/disputes/:dispute/recovery',
    access: actionPermissions.winDispute,
    params: disputeParams,
    body: winDisputeInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile', 'ledger-full'],
    idempotent: true,
  }),
  loseDispute: endpoint({
    method: 'POST',
    path: '/api/orders/:number/disputes/:dispute/loss',
    access: actionPermissions.loseDispute,
    params: disputeParams,
    body: loseDisputeInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile', 'ledger-full'],
    idempotent: true,
  }),
  reopenDispute: endpoint({
    method: 'POST',
    path: '/api/orders/:number/disputes/:dispute/reopening',
    access: actionPermissions.reopenDispute,
    params: disputeParams,
    body: correctDisputeInput,
    output: orderView,
    problems: [
      'not-found',
      'illegal-transition',
      'dispute-offset',
      'dispute-refunded',
      'changed-meanwhile',
      'ledger-full',
    ],
    idempotent: true,
  }),
  cancelDispute: endpoint({
    method: 'POST',
    path: '/api/orders/:number/disputes/:dispute/cancellation',
    access: actionPermissions.cancelDispute,
    params: disputeParams,
    body: correctDisputeInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile', 'ledger-full'],
    idempotent: true,
  }),
}

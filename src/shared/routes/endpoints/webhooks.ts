import { wholeNumber } from '#shared/inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { webhooksList } from '#shared/webhooks/webhooks-list.ts'
import {
  deliveryList,
  deliveryParams,
  deliveryRow,
  deliveryView,
  listDeliveriesQuery,
  listWebhooksQuery,
  webhookInput,
  webhookList,
  webhookParams,
  webhookSecret,
  webhookView,
} from '#shared/webhooks/webhooks.ts'
import * as z from 'zod/mini'

const access = webhooksList.permission
const path = '/api/webhooks'
const onePath = `${path}/:webhook` as const

/** Where the program sends what happens to orders. */
export const webhookEndpoints = {
  listWebhooks: endpoint({ method: 'GET', path, access, query: listWebhooksQuery, output: webhookList }),
  createWebhook: endpoint({
    method: 'POST',
    path,
    access,
    reentry: true,
    body: webhookInput,
    status: 201,
    output: webhookSecret,
    afterForm: 'show-answer',
  }),
  changeWebhook: endpoint({
    method: 'PUT',
    path: onePath,
    access,
    reentry: true,
    params: webhookParams,
    body: z.object({ ...webhookInput.shape, version: wholeNumber(0) }),
    output: webhookView,
    problems: ['not-found', 'changed-meanwhile'],
  }),
  pauseWebhook: endpoint({
    method: 'POST',
    path: `${onePath}/pause`,
    access,
    params: webhookParams,
    output: webhookView,
    problems: ['not-found'],
  }),
  resumeWebhook: endpoint({
    method: 'POST',
    path: `${onePath}/resume`,
    access,
    params: webhookParams,
    output: webhookView,
    problems: ['not-found'],
  }),
  replaceWebhookSecret: endpoint({
    method: 'POST',
    path: `${onePath}/secrets`,
    access,
    reentry: true,
    params: webhookParams,
    output: webhookSecret,
    problems: ['not-found'],
    afterForm: 'show-answer',
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: onePath,
    access,
    params: webhookParams,
    output: webhookView,
    problems: ['not-found'],
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: `${onePath}/tests`,
    access,
    params: webhookParams,
    status: 201,
    output: deliveryRow,
    problems: ['not-found'],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: `${onePath}/deliveries`,
    access,
    params: webhookParams,
    query: listDeliveriesQuery,
    output: deliveryList,
    problems: ['not-found'],
  }),
  getDelivery: endpoint({
    method: 'GET',
    path: `${onePath}/deliveries/:delivery`,
    access,
    params: deliveryParams,
    output: deliveryView,
    problems: ['not-found'],
  }),
  resendDelivery: endpoint({
    method: 'POST',
    path: `${onePath}/deliveries/:delivery/attempts`,
    access,
    params: deliveryParams,
    output: deliveryRow,
    problems: ['not-found'],
  }),
}

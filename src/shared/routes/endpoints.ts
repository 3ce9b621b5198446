import { uploadLimitBytes } from '#shared/constants.ts'
import { entriesQuery, summaryQuery } from '#shared/finance/inputs.ts'
import { entryList, summary, verification } from '#shared/finance/views.ts'
import { iconParams, iconsQuery } from '#shared/inputs.ts'
import { watchOrdersQuery } from '#shared/live/inputs.ts'
import { liveUpdate } from '#shared/live/views.ts'
import {
  cancelOrderInput,
  holdOrderInput,
  importOrdersInput,
  importOrdersQuery,
  noteInput,
  noteParams,
  orderParams,
  ordersQuery,
  releaseOrderInput,
  addCarrierInput,
  cancelShipmentInput,
  carrierParams,
  correctShipmentInput,
  deliverShipmentInput,
  shipmentParams,
  shipOrderInput,
} from '#shared/orders/inputs.ts'
import { editOrderInput } from '#shared/orders/edit-inputs.ts'
import { createOrderInput, createOrdersInput } from '#shared/orders/create-inputs.ts'
import {
  carrierList,
  createOrdersResult,
  editPreview,
  importResult,
  orderList,
  orderView,
} from '#shared/orders/views.ts'
import { printInput } from '#shared/print/inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import {
  approveUserInput,
  listUsersQuery,
  localeInput,
  loginInput,
  registerInput,
  userParams,
} from '#shared/staff/inputs.ts'
import { sessionUser, sessionView, userList, userRow } from '#shared/staff/views.ts'
import { quoteInput } from '#shared/workbench/inputs.ts'
import { quoteView } from '#shared/workbench/views.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { actionPermissions, annotationPermissions } from '#shared/orders/actions.ts'
import { ordersList } from '#shared/orders/list.ts'
import { usersList } from '#shared/staff/users-list.ts'
import * as z from 'zod/mini'

/** Every API call. The routes of the server, the calls of the browser, the forms and the OpenAPI description are made from this table. */
export const endpoints = {
  getSession: endpoint({ method: 'GET', path: '/api/_auth/session', access: 'anyone', output: sessionView }),
  logout: endpoint({
    method: 'DELETE',
    path: '/api/_auth/session',
    access: 'anyone',
    output: z.object({ loggedOut: z.literal(true) }),
    afterForm: 'login',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    body: loginInput,
    output: z.object({ user: sessionUser }),
    problems: ['invalid-credentials', 'account-pending', 'account-suspended', 'too-many-attempts'],
    afterForm: 'return-to',
    formPage: 'login',
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    body: registerInput,
    output: z.object({ status: z.enum(['active', 'pending']) }),
    status: 201,
    problems: ['registration-closed', 'setup-link-invalid', 'too-many-attempts'],
    afterForm: 'show-answer',
    formPage: 'register',
  }),
  setLocale: endpoint({
    method: 'PUT',
    path: '/api/account/locale',
    access: 'anyone',
    body: localeInput,
    output: localeInput,
  }),

  listOrders: endpoint({
    method: 'GET',
    path: '/api/orders',
    access: ordersList.permission,
    query: ordersQuery,
    output: orderList,
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'orders.create',
    body: createOrderInput,
    output: orderView,
    status: 201,
    problems: ['order-differs', 'ledger-full'],
    idempotent: 'repeatable',
  }),
  createOrders: endpoint({
    method: 'POST',
    path: '/api/orders/batch',
    access: 'orders.create',
    body: createOrdersInput,
    output: createOrdersResult,
    bodySize: 'large',
    idempotent: 'repeatable',
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:number',
    access: 'orders.view',
    params: orderParams,
    output: orderView,
    problems: ['not-found'],
  }),
  shipOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments',
    access: actionPermissions.ship,
    params: orderParams,
    body: shipOrderInput,
    output: orderView,
    status: 201,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  editOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/edits',
    access: actionPermissions.edit,
    params: orderParams,
    body: editOrderInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  previewOrderEdit: endpoint({
    method: 'POST',
    path: '/api/orders/:number/edit-previews',
    access: actionPermissions.edit,
    params: orderParams,
    body: editOrderInput,
    output: editPreview,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    afterForm: 'show-answer',
  }),
  listCarriers: endpoint({ method: 'GET', path: '/api/carriers', access: 'shipments.manage', output: carrierList }),
  addCarrier: endpoint({
    method: 'POST',
    path: '/api/carriers',
    access: 'carriers.manage',
    body: addCarrierInput,
    output: carrierList,
    status: 201,
  }),
  removeCarrier: endpoint({
    method: 'POST',
    path: '/api/carriers/:carrier/removal',
    access: 'carriers.manage',
    params: carrierParams,
    output: carrierList,
    problems: ['not-found'],
  }),
  deliverShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/deliveries',
    access: actionPermissions.deliverShipment,
    params: orderParams,
    body: deliverShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  correctShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments/:shipment/correction',
    access: actionPermissions.correctShipment,
    params: shipmentParams,
    body: correctShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  cancelShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments/:shipment/cancellation',
    access: actionPermissions.cancelShipment,
    params: shipmentParams,
    body: cancelShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  holdOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/hold',
    access: actionPermissions.hold,
    params: orderParams,
    body: holdOrderInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  releaseOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/release',
    access: actionPermissions.release,
    params: orderParams,
    body: releaseOrderInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/cancellation',
    access: actionPermissions.cancel,
    params: orderParams,
    body: cancelOrderInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/orders/:number/notes',
    access: annotationPermissions.note,
    params: orderParams,
    body: noteInput,
    output: orderView,
    status: 201,
    problems: ['not-found'],
    idempotent: true,
  }),
  editNote: endpoint({
    method: 'PUT',
    path: '/api/orders/:number/notes/:noteId',
    access: annotationPermissions.note,
    params: noteParams,
    body: noteInput,
    output: orderView,
    problems: ['not-found', 'note-locked'],
    idempotent: true,
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/api/orders/:number/notes/:noteId',
    access: annotationPermissions.note,
    params: noteParams,
    output: orderView,
    problems: ['not-found', 'note-locked'],
    idempotent: true,
  }),
  strikeNote: endpoint({
    method: 'PUT',
    path: '/api/orders/:number/notes/:noteId/strike',
    access: annotationPermissions.note,
    params: noteParams,
    output: orderView,
    problems: ['not-found'],
    idempotent: true,
  }),
  restoreNote: endpoint({
    method: 'DELETE',
    path: '/api/orders/:number/notes/:noteId/strike',
    access: annotationPermissions.note,
    params: noteParams,
    output: orderView,
    problems: ['not-found'],
    idempotent: true,
  }),
  printOrders: endpoint({
    method: 'POST',
    path: '/api/prints',
    access: 'orders.print',
    body: printInput,
    output: z.string(),
    answerType: 'text/html',
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
  watchOrders: endpoint({
    method: 'GET',
    path: '/api/live',
    access: ordersList.permission,
    query: watchOrdersQuery,
    output: liveUpdate,
    isBackground: true,
  }),

  listEntries: endpoint({
    method: 'GET',
    path: '/api/finance/entries',
    access: entriesList.permission,
    query: entriesQuery,
    output: entryList,
  }),
  getSummary: endpoint({
    method: 'GET',
    path: '/api/finance/summary',
    access: 'finance.view',
    query: summaryQuery,
    output: summary,
  }),
  verifyBooks: endpoint({
    method: 'GET',
    path: '/api/finance/verification',
    access: 'books.verify',
    output: verification,
    timeLimit: 'long',
  }),

  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    access: usersList.permission,
    query: listUsersQuery,
    output: userList,
  }),
  approveUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/approval',
    access: 'users.approve',
    params: userParams,
    body: approveUserInput,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  rejectUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/rejection',
    access: 'users.approve',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  reopenUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/rejection',
    access: 'users.approve',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  suspendUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/suspension',
    access: 'users.suspend',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'own-account', 'last-owner', 'illegal-transition'],
  }),
  restoreUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/suspension',
    access: 'users.suspend',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),

  calculateQuote: endpoint({
    method: 'POST',
    path: '/api/workbench/quotes',
    access: 'logged-in',
    body: quoteInput,
    output: quoteView,
    afterForm: 'show-answer',
  }),

  getBuild: endpoint({ method: 'GET', path: '/api/_build', access: 'anyone', output: z.object({ id: z.string() }) }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    output: z.looseObject({ openapi: z.string() }),
  }),
  getIcons: endpoint({
    method: 'GET',
    path: '/api/_icon/:collection',
    access: 'anyone',
    params: iconParams,
    query: iconsQuery,
    output: z.looseObject({ prefix: z.string() }),
    problems: ['not-found'],
  }),
}

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
export type AccessOf<Name extends EndpointName> = (typeof endpoints)[Name]['access']
export type OutputOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['output']>

type Part = 'params' | 'query' | 'body'
type Checked<Schema extends z.ZodMiniObject> = [keyof Schema['shape']] extends [never] ? unknown : z.infer<Schema>
type Written<Schema extends z.ZodMiniObject> = [keyof Schema['shape']] extends [never] ? unknown : z.input<Schema>
type PartOf<Name extends EndpointName, P extends Part> = (typeof endpoints)[Name][P]

/** What an action receives: path, query and body as one object, checked. */
export type InputOf<Name extends EndpointName> = Checked<PartOf<Name, 'params'>> &
  Checked<PartOf<Name, 'query'>> &
  Checked<PartOf<Name, 'body'>>

/** What a caller writes, as one object: before defaults and transforms. */
export type RequestOf<Name extends EndpointName> = Written<PartOf<Name, 'params'>> &
  Written<PartOf<Name, 'query'>> &
  Written<PartOf<Name, 'body'>>

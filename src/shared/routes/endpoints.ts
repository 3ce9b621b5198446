import { importOrdersInput, orderNumberInput, ordersQuery, shipOrderInput } from '#shared/orders/inputs.ts'
import { importResult, orderList, orderView } from '#shared/orders/views.ts'
import { entriesQuery, summaryQuery } from '#shared/finance/inputs.ts'
import { entryList, summary, verification } from '#shared/finance/views.ts'
import type { Right } from '#shared/rights.ts'
import { approveUserInput, localeInput, loginInput, registerInput, userInput } from '#shared/staff/inputs.ts'
import { sessionView, userList, userRow } from '#shared/staff/views.ts'
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, anybody who is logged in, or those who hold the right. */
export type Access = 'anyone' | 'logged-in' | Right

/** One API call. The input is read from path, query (GET, DELETE) and body (POST, PUT) together and checked as one. */
export interface Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Answer extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  path: `/api/${string}`
  access: Access
  input: Input
  answer: Answer
  /** The status of success. */
  status: 200 | 201
}

const endpoint = <Input extends z.ZodMiniType>(
  method: Method,
  path: `/api/${string}`,
  access: Access,
  input: Input,
) => ({
  answers: <Answer extends z.ZodMiniType>(answer: Answer, status: 200 | 201 = 200): Endpoint<Input, Answer> => ({
    method,
    path,
    access,
    input,
    answer,
    status,
  }),
})

const nothing = z.object({})

export const endpoints = {
  getSession: endpoint('GET', '/api/_auth/session', 'anyone', nothing).answers(sessionView),
  logout: endpoint('DELETE', '/api/_auth/session', 'anyone', nothing).answers(z.object({ loggedOut: z.literal(true) })),
  login: endpoint('POST', '/api/auth/login', 'anyone', loginInput).answers(z.object({ user: z.unknown() })),
  register: endpoint('POST', '/api/auth/register', 'anyone', registerInput).answers(
    z.object({ status: z.enum(['active', 'pending']) }),
    201,
  ),
  setLocale: endpoint('PUT', '/api/account/locale', 'anyone', localeInput).answers(localeInput),

  listOrders: endpoint('GET', '/api/orders', 'orders.view', ordersQuery).answers(orderList),
  getOrder: endpoint('GET', '/api/orders/:number', 'orders.view', orderNumberInput).answers(orderView),
  shipOrder: endpoint('POST', '/api/orders/:number/shipments', 'shipments.manage', shipOrderInput).answers(
    orderView,
    201,
  ),
  importOrders: endpoint('POST', '/api/imports/orders', 'orders.import', importOrdersInput).answers(importResult),

  listEntries: endpoint('GET', '/api/finance/entries', 'finance.view', entriesQuery).answers(entryList),
  getSummary: endpoint('GET', '/api/finance/summary', 'finance.view', summaryQuery).answers(summary),
  verifyBooks: endpoint('GET', '/api/finance/verification', 'books.verify', nothing).answers(verification),

  listUsers: endpoint('GET', '/api/users', 'users.view', nothing).answers(userList),
  approveUser: endpoint('POST', '/api/users/:id/approval', 'users.approve', approveUserInput).answers(userRow),
  rejectUser: endpoint('POST', '/api/users/:id/rejection', 'users.approve', userInput).answers(userRow),
  suspendUser: endpoint('POST', '/api/users/:id/suspension', 'users.suspend', userInput).answers(userRow),
  restoreUser: endpoint('DELETE', '/api/users/:id/suspension', 'users.suspend', userInput).answers(userRow),

  getBuild: endpoint('GET', '/api/_build', 'anyone', nothing).answers(z.object({ id: z.string() })),
  getOpenApi: endpoint('GET', '/api/openapi.json', 'anyone', nothing).answers(z.looseObject({ openapi: z.string() })),
  getIcons: endpoint(
    'GET',
    '/api/_icon/:collection',
    'anyone',
    z.object({ collection: z.string(), icons: z.optional(z.string().check(z.maxLength(2000, 'too-long'))) }),
  ).answers(z.looseObject({ prefix: z.string() })),
}

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
export type InputOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['input']>
/** What a caller writes: before defaults and transforms. */
export type RequestOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]['input']>
export type AnswerOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['answer']>

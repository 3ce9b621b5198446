import { importOrdersInput, orderNumberInput, ordersQuery, shipOrderInput } from '#shared/orders/inputs.ts'
import { importResult, orderList, orderView } from '#shared/orders/views.ts'
import { entriesQuery, summaryQuery } from '#shared/finance/inputs.ts'
import { entryList, summary, verification } from '#shared/finance/views.ts'
import type { Permission } from '#shared/permissions.ts'
import { approveUserInput, localeInput, loginInput, registerInput, userInput } from '#shared/staff/inputs.ts'
import { sessionView, userList, userRow } from '#shared/staff/views.ts'
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, anybody who is logged in, or those who hold the right. */
export type Access = 'anyone' | 'logged-in' | Permission

/** One API call. The input is read from path, query (GET, DELETE) and body (POST, PUT) together and checked as one. */
export interface Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  method: Method
  path: `/api/${string}`
  access: Access
  input: Input
  output: Output
  /** The status of success. */
  status: 200 | 201
}

const endpoint = <Input extends z.ZodMiniType>(
  method: Method,
  path: `/api/${string}`,
  access: Access,
  input: Input,
) => ({
  returns: <Output extends z.ZodMiniType>(output: Output, status: 200 | 201 = 200): Endpoint<Input, Output> => ({
    method,
    path,
    access,
    input,
    output,
    status,
  }),
})

const noInput = z.object({})

export const endpoints = {
  getSession: endpoint('GET', '/api/_auth/session', 'anyone', noInput).returns(sessionView),
  logout: endpoint('DELETE', '/api/_auth/session', 'anyone', noInput).returns(z.object({ loggedOut: z.literal(true) })),
  login: endpoint('POST', '/api/auth/login', 'anyone', loginInput).returns(z.object({ user: z.unknown() })),
  register: endpoint('POST', '/api/auth/register', 'anyone', registerInput).returns(
    z.object({ status: z.enum(['active', 'pending']) }),
    201,
  ),
  setLocale: endpoint('PUT', '/api/account/locale', 'anyone', localeInput).returns(localeInput),

  listOrders: endpoint('GET', '/api/orders', 'orders.view', ordersQuery).returns(orderList),
  getOrder: endpoint('GET', '/api/orders/:number', 'orders.view', orderNumberInput).returns(orderView),
  shipOrder: endpoint('POST', '/api/orders/:number/shipments', 'shipments.manage', shipOrderInput).returns(
    orderView,
    201,
  ),
  importOrders: endpoint('POST', '/api/imports/orders', 'orders.import', importOrdersInput).returns(importResult),

  listEntries: endpoint('GET', '/api/finance/entries', 'finance.view', entriesQuery).returns(entryList),
  getSummary: endpoint('GET', '/api/finance/summary', 'finance.view', summaryQuery).returns(summary),
  verifyBooks: endpoint('GET', '/api/finance/verification', 'books.verify', noInput).returns(verification),

  listUsers: endpoint('GET', '/api/users', 'users.view', noInput).returns(userList),
  approveUser: endpoint('POST', '/api/users/:id/approval', 'users.approve', approveUserInput).returns(userRow),
  rejectUser: endpoint('POST', '/api/users/:id/rejection', 'users.approve', userInput).returns(userRow),
  suspendUser: endpoint('POST', '/api/users/:id/suspension', 'users.suspend', userInput).returns(userRow),
  restoreUser: endpoint('DELETE', '/api/users/:id/suspension', 'users.suspend', userInput).returns(userRow),

  getBuild: endpoint('GET', '/api/_build', 'anyone', noInput).returns(z.object({ id: z.string() })),
  getOpenApi: endpoint('GET', '/api/openapi.json', 'anyone', noInput).returns(z.looseObject({ openapi: z.string() })),
  getIcons: endpoint(
    'GET',
    '/api/_icon/:collection',
    'anyone',
    z.object({ collection: z.string(), icons: z.optional(z.string().check(z.maxLength(2000, 'too-long'))) }),
  ).returns(z.looseObject({ prefix: z.string() })),
}

export type EndpointName = keyof typeof endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
export type InputOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['input']>
/** What a caller writes: before defaults and transforms. */
export type RequestOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]['input']>
export type OutputOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['output']>

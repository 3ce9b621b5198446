import type { Verb } from '#server/context.ts'
import * as buildVerbs from '#server/build-info.ts'
import * as finance from '#server/finance/verbs.ts'
import * as icons from '#server/icons/verbs.ts'
import * as imports from '#server/imports/verbs.ts'
import * as openapi from '#server/openapi/verbs.ts'
import * as orders from '#server/orders/verbs.ts'
import * as auth from '#server/auth/verbs.ts'
import * as staff from '#server/staff/verbs.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'

/** What every endpoint does. Total over the contract: a missing line does not compile. */
export const verbs: { [Name in EndpointName]: Verb<Name> } = {
  getSession: auth.getSession,
  logout: auth.logout,
  login: auth.login,
  register: auth.register,
  setLocale: staff.setLocale,
  listOrders: orders.listOrders,
  getOrder: orders.getOrder,
  shipOrder: orders.shipOrder,
  importOrders: imports.importOrders,
  listEntries: finance.listEntries,
  getSummary: finance.getSummary,
  verifyBooks: finance.verifyBooks,
  listUsers: staff.listUsers,
  approveUser: staff.approveUser,
  rejectUser: staff.rejectUser,
  suspendUser: staff.suspendUser,
  restoreUser: staff.restoreUser,
  getBuild: buildVerbs.getBuild,
  getOpenApi: openapi.getOpenApi,
  getIcons: icons.getIcons,
}

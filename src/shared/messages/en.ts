import { common } from '#shared/messages/en/common.ts'
import { errors } from '#shared/messages/en/errors.ts'
import { fields } from '#shared/messages/en/fields.ts'
import { finance } from '#shared/messages/en/finance.ts'
import { lists } from '#shared/messages/en/lists.ts'
import { orders } from '#shared/messages/en/orders.ts'
import { staffFilters } from '#shared/messages/en/staff-filters.ts'

/** The texts of the pages in English, by feature. The panel of an order, logging in, the pages of staff, the names of permissions and the sentences of events load theirs themselves (`client/orders/use-order-messages.ts`, `client/sign-in/use-sign-in-messages.ts`, …). Texts that only the server writes are in `answers.ts`, those of `/test` in `client/workbench/workbench-messages.ts`. Other languages must have the shape of `Messages`. */
export const en = {
  common,
  errors,
  fields,
  finance,
  lists,
  orders,
  staffFilters,
}
export type Messages = typeof en

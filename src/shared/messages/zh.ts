import type { Messages } from '#shared/messages/en.ts'
import { common } from '#shared/messages/zh/common.ts'
import { errors } from '#shared/messages/zh/errors.ts'
import { fields } from '#shared/messages/zh/fields.ts'
import { finance } from '#shared/messages/zh/finance.ts'
import { lists } from '#shared/messages/zh/lists.ts'
import { orders } from '#shared/messages/zh/orders.ts'
import { staffFilters } from '#shared/messages/zh/staff-filters.ts'

/** All texts of the pages in Simplified Chinese, by feature. */
export const zh: Messages = {
  common,
  errors,
  fields,
  finance,
  lists,
  orders,
  staffFilters,
}

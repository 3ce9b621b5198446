import { loginQuery } from '#shared/account/inputs.ts'
import { financeQuery } from '#shared/finance/inputs.ts'
import { homeQuery } from '#shared/home/inputs.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { PageName } from '#shared/routes/pages.ts'
import { registerQuery, usersQuery } from '#shared/staff/inputs.ts'
import { workbenchQuery } from '#shared/workbench/inputs.ts'
import * as z from 'zod/mini'

/** The query schema of every page. Apart from the pages, because the browser needs no schema to open one. */
export const pageQueries = {
  index: homeQuery,
  orders: ordersPageQuery,
  finance: financeQuery,
  users: usersQuery,
  test: workbenchQuery,
  login: loginQuery,
  register: registerQuery,
} satisfies { [Name in PageName]: z.ZodMiniType }

export type QueryOf<Name extends PageName> = z.infer<(typeof pageQueries)[Name]>

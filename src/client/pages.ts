import type { FormOutcome } from '#shared/page-state.ts'
import type { DataOf, PageName, QueryOf } from '#shared/routes/pages.ts'
import type { ComponentType } from 'react'

/** What every page component receives. */
export interface PageProps<Name extends PageName> {
  query: QueryOf<Name>
  data: DataOf<Name>
  /** A form sent without script that came back, else null. */
  form: FormOutcome | null
}

export interface PageModule<Name extends PageName> {
  default: ComponentType<PageProps<Name>>
}

/** Every page in a chunk of its own. Total over the contract: a missing line does not compile. */
export const pageModules: { [Name in PageName]: () => Promise<PageModule<Name>> } = {
  index: () => import('#client/home/index-page.tsx'),
  orders: () => import('#client/orders/orders-page.tsx'),
  finance: () => import('#client/finance/finance-page.tsx'),
  users: () => import('#client/staff/users-page.tsx'),
  test: () => import('#client/workbench/test-page.tsx'),
  login: () => import('#client/sign-in/login-page.tsx'),
  register: () => import('#client/sign-in/register-page.tsx'),
}

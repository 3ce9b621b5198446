import type { FormOutcome } from '#shared/page-state.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import type { DataOf, PageName } from '#shared/routes/pages.ts'
import type { ComponentType } from 'react'

/** The props of every page component. */
export interface PageProps<Name extends PageName> {
  query: QueryOf<Name>
  data: DataOf<Name>
  /** The outcome of a form that was posted without script, else null. */
  form: FormOutcome | null
}

export interface PageModule<Name extends PageName> {
  default: ComponentType<PageProps<Name>>
}

// oxlint-disable-next-line no-explicit-any -- every page has its own props; a page state pairs them with the page
export type PageComponent = ComponentType<any>

/** The component of every page, each in its own chunk. The type requires all of them: a missing one does not compile. */
export const pageModules: { [Name in PageName]: () => Promise<PageModule<Name>> } = {
  index: () => import('#client/home/index-page.tsx'),
  orders: () => import('#client/orders/orders-page.tsx'),
  finance: () => import('#client/finance/finance-page.tsx'),
  users: () => import('#client/staff/users-page.tsx'),
  test: () => import('#client/workbench/test-page.tsx'),
  login: () => import('#client/sign-in/login-page.tsx'),
  register: () => import('#client/sign-in/register-page.tsx'),
}

import type { LazyComponent } from '#client/lazy-component.tsx'
import { FilterControls } from '#client/list/lazy-filter-controls.ts'
import { isServer } from '#client/ui/host-markup.ts'
import type { FormOutcome, LoadedPage } from '#shared/page-state.ts'
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
  /** Overlays of the page in separate chunks. */
  overlays?: readonly Overlay<Name>[]
}

/** A panel or dialog that most loads of its page do not show. */
export interface Overlay<Name extends PageName> {
  component: Pick<LazyComponent<never>, 'load'>
  isOpen: (props: Pick<PageProps<Name>, 'query' | 'data'>) => boolean
}

// oxlint-disable-next-line no-explicit-any -- every page has its own props; a page state pairs them with the page
type AnyPage = any
export type PageComponent = PageModule<AnyPage>['default']

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

/** Loads the code of a page and of what is open over it, on both sides before the page is rendered. Rejects when a chunk does not load. */
export async function loadPage(state: LoadedPage): Promise<{ component: PageComponent; hasOverlay: boolean }> {
  const { default: component, overlays = [] } = await importPage(state.page)
  const open = overlays.filter(({ isOpen }) => isOpen(state))
  await Promise.all([...open.map(({ component: each }) => each.load()), isFilterMenuOpen() && FilterControls.load()])
  return { component, hasOverlay: open.length > 0 }
}

/** Loads the code of everything that can open over a page, so that it opens at once. */
export async function preloadOverlays(page: PageName): Promise<void> {
  const { overlays = [] } = await importPage(page)
  await Promise.all([FilterControls, ...overlays.map(({ component }) => component)].map((each) => each.load()))
}

/** Whether the document that is hydrated has the controls of a filter menu. On the server, it may become one. */
const isFilterMenuOpen = (): boolean => isServer || document.querySelector('.filter__box') !== null

const importPage = (page: PageName): Promise<PageModule<AnyPage>> => pageModules[page]()

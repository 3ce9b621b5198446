import type { NavigationCounts } from '#shared/live/views.ts'
import type { Role } from '#shared/permissions.ts'
import type { Problem } from '#shared/problem.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import type { DataOf, PageName } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/locales.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** The content of an error page. `statusMessage` is its heading, `description` the sentence below. */
export interface ErrorView {
  statusCode: number
  statusMessage: string
  description: string
  requestId?: string
}

/** The outcome of a form posted without script: the problem or the result, and the submitted values except passwords. */
export interface FormOutcome {
  endpoint: string
  problem: Problem | null
  result: unknown
  values: Record<string, string>
}

export type LoadedPage = {
  [Name in PageName]: { kind: 'page'; page: Name; query: QueryOf<Name>; data: DataOf<Name>; form: FormOutcome | null }
}[PageName]

/** What a URL shows: a page with its data, or an error. */
export type PageState = LoadedPage | { kind: 'error'; error: ErrorView }

/** What client-side navigation fetches from a page's payload URL. */
export interface Payload {
  pageState: PageState
  session: SessionView
  /** The roles that the company created, with their names and permissions. */
  ownRoles: readonly Role[]
  /** The URLs with which the navigation opens pages, by their paths, where the user chose a view for it. */
  startHrefs: Readonly<Record<string, string>>
  /** The open work that the navigation shows; the page's live updates keep it up to date. */
  navigationCounts: NavigationCounts
  /** The server's time of the answer, epoch ms: decides what "today" is on the page. */
  now: number
  buildId: string
}

/** The state embedded in the document, from which the browser hydrates. */
export interface InitialState extends Payload {
  locale: Locale
  /** Path and query of the request. */
  url: string
  book: { timeZone: string; currency: string }
  registration: 'approval' | 'closed' | 'open'
  /** The name of the identity provider that users can log in with. */
  loginProvider: string | null
  assets: { styles: { initial: string; deferred: string }; script: string }
}

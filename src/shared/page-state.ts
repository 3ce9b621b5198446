import type { Problem } from '#shared/problem.ts'
import type { DataOf, PageName, QueryOf } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/staff/inputs.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** What an error page says. `statusMessage` is its heading, `description` the sentence beneath. */
export interface ErrorView {
  statusCode: number
  statusMessage: string
  description: string
  requestId?: string
}

/** A form that was sent without script and came back: what was refused or answered, and what had been typed (no passwords). */
export interface FormOutcome {
  endpoint: string
  problem: Problem | null
  result: unknown
  values: Record<string, string>
}

export type LoadedPage = {
  [Name in PageName]: { kind: 'page'; page: Name; query: QueryOf<Name>; data: DataOf<Name>; form: FormOutcome | null }
}[PageName]

/** Everything one address shows: a page with its data, or an error. */
export type PageState = LoadedPage | { kind: 'error'; error: ErrorView }

/** What a click fetches from a page's payload address. */
export interface Payload {
  pageState: PageState
  session: SessionView
  /** The server's clock when it answered, ms: what "today" is on this screen. */
  now: number
  buildId: string
}

/** What stands once in the document for the browser to start from. */
export interface InitialState extends Payload {
  locale: Locale
  /** Path and query as the server saw them. */
  url: string
  book: { timeZone: string; currency: string }
  registration: 'approval' | 'closed' | 'open'
  assets: { styles: string[]; script: string }
}

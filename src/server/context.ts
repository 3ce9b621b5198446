import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { roleHasPermission, type Permission } from '#shared/permissions.ts'
import { ProblemError } from '#shared/problem.ts'
import type { OutputOf, EndpointName, InputOf } from '#shared/routes/endpoints.ts'
import type { DataOf, PageName, QueryOf } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/staff/inputs.ts'
import type { SessionUser } from '#shared/staff/views.ts'

/** The book's own zone and base currency: taken at the first start, kept ever after. */
export interface Book {
  timeZone: string
  currency: string
}

/** What lives as long as the process. */
export interface Kontor {
  config: Config
  database: Database
  book: Book
  log: Log
  /** Epoch milliseconds; tests set it. */
  now: () => number
  /** The id of the running build. */
  buildId: string
}

/** The session that a request proved. */
export interface Session {
  id: string
  user: SessionUser
  loggedInAt: number
}

/**
 * One request, or one command of the operator (`session` null, `ip` empty). A verb that logs in or out, or changes the language,
 * puts the new value here: HTTP keeps the browser's cookies in step.
 */
export interface RequestContext {
  kontor: Kontor
  session: Session | null
  locale: Locale
  requestId: string
  ip: string
  userAgent: string
  /** The kinds of answer the caller takes: its `Accept` header, or empty. */
  accept: string
  /** Where a visitor wanted to go before the log-in page stood in the way: path and query of a page, else `/`. */
  returnTo: string
}

/** What an endpoint does: allow → load → decide → store → record, in one transaction. A `Response` passes through. */
export type Action<Name extends EndpointName> = (
  context: RequestContext,
  input: InputOf<Name>,
) => Promise<OutputOf<Name> | Response>

/** What a page shows. Rights that are missing are said in the data; a loader never redirects. */
export type Loader<Name extends PageName> = (context: RequestContext, query: QueryOf<Name>) => Promise<DataOf<Name>>

/** Whether the reader of this request holds the right. */
export const hasPermission = (context: RequestContext, permission: Permission): boolean =>
  roleHasPermission(context.session?.user.role, permission)

/** Refuses with `not-logged-in` or `permission-denied` unless the reader holds the right. */
export function requirePermission(context: RequestContext, permission: Permission): Session {
  if (!context.session) throw new ProblemError('not-logged-in')
  if (!hasPermission(context, permission)) throw new ProblemError('permission-denied', { permission })
  return context.session
}

/** The context of a command that the operator runs on the machine itself: no session, no limits of rights. */
export const createOperatorContext = (kontor: Kontor, locale: Locale = 'en'): RequestContext => ({
  kontor,
  session: null,
  locale,
  requestId: 'command',
  ip: '',
  userAgent: '',
  accept: '',
  returnTo: '/',
})

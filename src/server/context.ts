import type { JobIdentity } from '#server/auth/job-session.ts'
import type { KnownDevice } from '#server/auth/known-devices.ts'
import type { ProviderState } from '#server/auth/provider-state.ts'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { LiveUpdates } from '#server/live/live-updates.ts'
import type { Log } from '#server/log/log.ts'
import type { RefundProviders } from '#server/orders/money/refund-provider.ts'
import type { WebhookSender } from '#server/webhooks/webhook-sender.ts'
import type { BackupStatus } from '#shared/backup/views.ts'
import type { Access } from '#shared/routes/endpoint.ts'
import type { AccessOf, OutputOf, EndpointName, InputOf } from '#shared/routes/endpoints.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import type { DataOf, PageName, pages } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/locales.ts'
import type { Role } from '#shared/permissions.ts'
import type { MoneyLimits } from '#shared/roles/limits.ts'
import type { SessionUser } from '#shared/staff/views.ts'

/** The time zone and base currency of the books, fixed at the first start. */
export interface Book {
  timeZone: string
  currency: string
}

/** The services and settings of the process, shared by all requests. */
export interface Kontor {
  config: Config
  database: Database
  book: Book
  log: Log
  /** The current time, epoch milliseconds; tests control it. */
  now: () => number
  /** The id of the running build. */
  buildId: string
  /** Notifies open pages of changes. */
  live: LiveUpdates
  /** The payment providers that pay refunds automatically; refunds of all other payments are paid by hand. */
  refundProviders?: RefundProviders
  /** How many mails this process has sent and given up; undefined until the first. */
  mails?: { sent: number; failed: number }
  /** Sends webhooks; undefined in commands, which leave that to a server. */
  webhooks?: WebhookSender
  /** Makes this process look for queued jobs at once; undefined where none are run. */
  wakeJobs?: () => void
  /** The state of scheduled backups; undefined without a schedule. */
  backups?: BackupStatus
}

/** A logged-in user with what their role allows, as read in the same statement as the session. */
export interface CurrentUser extends SessionUser {
  permissions: Role['permissions']
  limits: MoneyLimits
  /** The name of a custom role; empty for a built-in one. */
  roleName: string
  /** When the role needs a second factor that the user does not have yet, epoch ms: from then on the role allows nothing. */
  secondFactorDueAt?: number
}

/** A session that was active when the request arrived, and its user; with an API token, what the token allows for this one request. */
export interface Session {
  id: string
  user: CurrentUser
  loggedInAt: number
  /** When the user last confirmed their identity: at the login, or when asked again. */
  verifiedAt: number
  /** The real user who views the program as `user`, and until when, epoch ms; nothing can be changed during that time. Undefined otherwise. */
  viewedBy?: { id: string; name: string; until: number }
  /** The API token of the request, if it has one instead of a session cookie: then `id` is the token's. */
  token?: { name: string }
  /** The job that runs on behalf of the user, if this is not a request. */
  job?: JobIdentity
}

/** A request as it was sent, to check its signature. */
export interface SignedRequest {
  headers: Headers
  body: string
}

/**
 * One request, or one command of the operator (`session` null, `ip` empty). An action that logs in or out, or changes the language,
 * puts the new value here: HTTP then updates the cookies of the browser.
 */
export interface RequestContext {
  kontor: Kontor
  session: Session | null
  /** The accounts that have logged in with this browser. Only read for requests that change something; empty for the others. */
  knownDevices: readonly KnownDevice[]
  /** The id of the user for whom the sending page was loaded; `undefined` if the request does not contain it. */
  pageUserId: string | undefined
  /** The idempotency key of the request; `undefined` for none. */
  idempotencyKey?: string | undefined
  /** Claims the idempotency key: the first transaction of the request calls it, and fails if the key is taken. */
  claimKey?: (transaction: Transaction) => Promise<void>
  /** For endpoints with the access `signature`: the signed body and its headers. */
  signedRequest?: SignedRequest
  /** The state of a login at the identity provider in this browser. An action that changes it updates the cookie. */
  providerState?: ProviderState | undefined
  /** What `authorize` checked; every transaction checks it again. */
  access: Access
  /** Whether `authorize` found an endpoint that works while its user views as someone else. */
  worksInView?: boolean
  locale: Locale
  requestId: string
  ip: string
  userAgent: string
  /** The `Accept` header, or empty. */
  accept: string
  /** The page to open after the login, as path and query; `/` by default. */
  returnTo: string
}

/** A request of a logged-in user who passed the check of `access`. */
export interface AuthenticatedContext extends RequestContext {
  session: Session
}

/** What the action of an endpoint receives: `session` is null only where the access is `anyone` or `signature`. */
export type ContextOf<Name extends EndpointName> =
  AccessOf<Name> extends 'anyone' | 'signature' ? RequestContext : AuthenticatedContext

/**
 * The handler of an endpoint. The dispatcher has checked access and input. Every change goes through `inTransaction`:
 * load → decide → store → record. A `Response` is sent unchanged.
 */
export type Action<Name extends EndpointName> = (
  context: ContextOf<Name>,
  input: InputOf<Name>,
) => Promise<OutputOf<Name> | Response>

/** Loads the data of a page. A missing permission is reported in the data; a loader never redirects. */
export type Loader<Name extends PageName> = (
  context: PageContextOf<Name>,
  query: QueryOf<Name>,
) => Promise<DataOf<Name>>

type PageContextOf<Name extends PageName> = (typeof pages)[Name]['access'] extends 'guest'
  ? RequestContext
  : AuthenticatedContext

/** The context of a command that the operator runs on the machine itself: no session, and everything is allowed. */
export const createOperatorContext = (kontor: Kontor, locale: Locale = 'en'): RequestContext => ({
  kontor,
  session: null,
  knownDevices: [],
  pageUserId: undefined,
  access: 'anyone',
  locale,
  requestId: 'command',
  ip: '',
  userAgent: '',
  accept: '',
  returnTo: '/',
})

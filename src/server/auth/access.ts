import { findJobSession } from '#server/auth/job-session.ts'
import { findActiveSession, findActiveSessions } from '#server/auth/sessions.ts'
import { findActiveToken } from '#server/tokens/tokens.ts'
import type { AuthenticatedContext, CurrentUser, Kontor, RequestContext, Session } from '#server/context.ts'
import type { Db, Transaction, TransactionOptions } from '#server/db/database.ts'
import { type Permission, roleHasPermission } from '#shared/permissions.ts'
import { ProblemError } from '#shared/problem.ts'
import { type Access, acceptsTokens, type Endpoint } from '#shared/routes/endpoint.ts'

/**
 * The only module of the server that decides access. `authorize` decides whether a request may call an endpoint, `inTransaction` decides
 * it again where something changes, `hasPermission` says which parts of a view the user sees.
 */

/**
 * For the dispatcher: throws `not-logged-in`, `token-not-accepted`, `viewing-as` or `permission-denied` unless the session may call the
 * endpoint.
 */
export function authorize(context: RequestContext, endpoint: Endpoint): void {
  context.worksInView = endpoint.worksInView
  if (endpoint.method !== 'GET') assertNoView(context, context.session)
  if (context.session?.token && !acceptsTokens(endpoint)) throw new ProblemError('token-not-accepted')
  assertAccess(context.session, endpoint.access)
  context.access = endpoint.access
}

/** For the dispatcher: throws `user-changed` when the session belongs to another user than the page that sent the request. */
export function requirePageUser({ session, pageUserId }: RequestContext): void {
  if (session && pageUserId !== undefined && pageUserId !== session.user.id)
    throw new ProblemError('user-changed', { name: session.user.name })
}

/** Whether `authorize` would let the request pass. */
export function canAccess(context: RequestContext, access: Access): boolean {
  return denialOf(context.session, access) === undefined
}

/** Re-reads the session, which may have ended or changed its role since the request arrived, for `authorize` to decide again. */
export async function refreshSession(context: RequestContext): Promise<void> {
  const { kontor, session } = context
  context.session = session && (await findAgain(kontor.database.read, session, kontor.now()))
  if (session?.token && !context.session) throw new ProblemError('invalid-token')
}

const findAgain = (db: Db, { id, token, job }: Session, now: number): Promise<Session | null> =>
  job ? findJobSession(db, job, now) : (token ? findActiveToken : findActiveSession)(db, id, now)

/**
 * For streams, which outlive the check of their request: which of these sessions may not go on, because they have ended, their user is
 * suspended or may do other things than before, or they could not use `access` any more.
 */
export async function findEndedSessions(
  { database, now }: Pick<Kontor, 'database' | 'now'>,
  sessions: readonly Session[],
  access: Access,
): Promise<Set<string>> {
  const active = await findActiveSessions(
    database.read,
    sessions.map(({ id }) => id),
    now(),
  )
  const hasEnded = ({ id, user }: Session): boolean => {
    const session = active.get(id) ?? null
    return denialOf(session, access) !== undefined || !Bun.deepEquals(roleOf(session?.user), roleOf(user))
  }
  return new Set(sessions.filter(hasEnded).map(({ id }) => id))
}

/** The user who acts in a transaction; null for guests and the operator. */
export type ActorOf<Context extends RequestContext> = Context extends AuthenticatedContext
  ? CurrentUser
  : CurrentUser | null

/**
 * Runs `work` in one transaction, after it has read the session, the status and the role of the user in that same transaction and checked
 * the access of the endpoint against them: of two admins who suspend each other at once, one succeeds. Every change of a request goes
 * through here. `work` may run again after a serialization failure. Throws `not-logged-in` or `permission-denied`, and what `work` throws.
 */
export function inTransaction<Context extends RequestContext, Result>(
  context: Context,
  work: (transaction: Transaction, actor: ActorOf<Context>) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  const { kontor, access } = context
  return kontor.database.inTransaction(async (transaction) => {
    const session = context.session && (await findAgain(transaction, context.session, kontor.now()))
    if (context.session?.token && !session) throw new ProblemError('invalid-token')
    assertNoView(context, session)
    assertAccess(session, access)
    await context.claimKey?.(transaction)
    // Without a session `assertAccess` has thrown for every access that an `AuthenticatedContext` can have.
    return work(transaction, (session?.user ?? null) as ActorOf<Context>)
  }, options)
}

/** Whether to show a part of a page or an answer to this user. Does not protect actions: `authorize` and `inTransaction` do. */
export const hasPermission = ({ session }: Pick<RequestContext, 'session'>, permission: Permission): boolean =>
  roleHasPermission(session?.user, permission)

/** For an action of which a part needs another permission than its endpoint: throws `permission-denied` without it. */
export const requirePermission = ({ session }: RequestContext, permission: Permission): void =>
  assertAccess(session, permission)

/** Whether the role of the user allows nothing before they set up the second factor that it needs. */
export const isFactorDue = ({ secondFactorDueAt, permissions }: CurrentUser): boolean =>
  secondFactorDueAt !== undefined && permissions.length === 0

/** What decides about what a user sees. */
const roleOf = (user: CurrentUser | undefined) =>
  user && { id: user.id, role: user.role, permissions: user.permissions }

/** Throws `viewing-as` while the user of the session views as someone else. */
function assertNoView({ worksInView }: RequestContext, session: Session | null): void {
  if (session?.viewedBy && !worksInView) throw new ProblemError('viewing-as', { name: session.user.name })
}

function assertAccess(session: Session | null, access: Access): void {
  const denial = denialOf(session, access)
  if (denial) throw denial
}

function denialOf(session: Session | null, access: Access): ProblemError | undefined {
  // Only the action knows the secret, so it checks the signature.
  if (access === 'anyone' || access === 'signature') return undefined
  if (!session) return new ProblemError('not-logged-in')
  if (access === 'logged-in' || roleHasPermission(session.user, access)) return undefined
  return isFactorDue(session.user)
    ? new ProblemError('second-factor-setup-required')
    : new ProblemError('permission-denied', {
        permission: access,
        ...(session.token && { token: session.token.name }),
      })
}

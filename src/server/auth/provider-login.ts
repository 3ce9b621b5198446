import { inTransaction } from '#server/auth/access.ts'
import { type Attempt, consumeAddressAttempt, resetFailures } from '#server/auth/attempts.ts'
import { confirmSession } from '#server/auth/confirm-identity.ts'
import { findIdentity, provisionAccount } from '#server/auth/identities.ts'
import {
  createLoginUrl,
  createLogoutUrl,
  type Identity,
  type LoggedInIdentity,
  requireOidc,
  verifyLogin,
} from '#server/auth/identity-provider.ts'
import { requireActive, sealPendingLogin } from '#server/auth/login-actions.ts'
import { openSession } from '#server/auth/open-session.ts'
import { proveIdentity } from '#server/auth/proof.ts'
import { type ProviderState, type ProviderUse, restoreProblem } from '#server/auth/provider-state.ts'
import { listSecondFactors } from '#server/auth/second-factors.ts'
import { toSessionUser } from '#server/auth/sessions.ts'
import * as store from '#server/auth/store.ts'
import type { Action, AuthenticatedContext, RequestContext } from '#server/context.ts'
import { ProblemError } from '#shared/problem.ts'

/** Where the browser goes next. Whatever went wrong is in `context.providerState`, for the page there to tell. */
type Location = string

const loginPath = '/login'
const accountPath = '/users?me=1'
const maxInvitationLength = 200

/**
 * Begins a login at the identity provider. Without a session the user can only log in, and with one only link or confirm. `invitation`: the token
 * of the link that lets a person without an account have one.
 */
export async function startProviderLogin(
  context: RequestContext,
  wanted: ProviderUse,
  invitation?: string,
): Promise<Location> {
  const { kontor, session } = context
  if (session ? wanted === 'log-in' : wanted !== 'log-in') return session ? '/' : loginPath
  const canLogOut = context.providerState?.canLogOut ?? false
  try {
    const { url, secrets } = await createLoginUrl(kontor, wanted === 'confirm')
    const login = { ...secrets, use: wanted, startedAt: kontor.now(), sessionId: session?.id ?? null }
    const invited = invitation !== undefined && invitation.length <= maxInvitationLength ? { invitation } : {}
    context.providerState = { login: { ...login, ...invited }, canLogOut }
    return url
  } catch (error) {
    context.providerState = { ...toProblemState(error), canLogOut }
    return session ? accountPath : loginPath
  }
}

/** Ends it with the query that the browser came back with. */
export async function finishProviderLogin(context: RequestContext, search: string): Promise<Location> {
  const { login, canLogOut = false } = context.providerState ?? {}
  try {
    if (!login || login.sessionId !== (context.session?.id ?? null)) throw new ProblemError('login-expired')
    const state = await proceed(context, login, search)
    context.providerState = { canLogOut, ...state }
  } catch (error) {
    context.providerState = { ...toProblemState(error), canLogOut }
  }
  if (!context.session) return loginPath
  return login?.use === 'log-in' ? context.returnTo : accountPath
}

async function proceed(
  context: RequestContext,
  login: NonNullable<ProviderState['login']>,
  search: string,
): Promise<ProviderState> {
  const { kontor, session } = context
  // Only a code can be guessed: a login that was canceled does not count.
  const attempt = new URLSearchParams(search).has('code') ? await consumeAddressAttempt(context) : []
  const maxAgeSeconds = Math.ceil((kontor.now() - login.startedAt) / 1000)
  const identity = await verifyLogin(kontor, search, login, login.use === 'confirm' ? maxAgeSeconds : undefined)
  if (login.use === 'log-in') return logIn(context, identity, attempt, login.invitation)
  await inTransaction(context, (transaction) => resetFailures(transaction, attempt))
  // `finishProviderLogin` has compared the session with that of the beginning.
  const authenticated = context as AuthenticatedContext
  const credential = await findIdentity(kontor.database.read, identity)
  const isOwn = credential?.user_id === session?.user.id
  if (credential && !isOwn) throw new ProblemError('identity-in-use')
  if (login.use === 'link') return credential ? {} : { identity: pickIdentity(identity) }
  if (!credential) throw new ProblemError('identity-not-linked', { identity: identity.label })
  await confirmSession(authenticated, proveIdentity(credential), attempt)
  return {}
}

/** Opens a session, or returns what the login still needs: a second factor, or an account. */
async function logIn(
  context: RequestContext,
  identity: LoggedInIdentity,
  attempt: Attempt,
  invitation?: string,
): Promise<ProviderState> {
  const { kontor } = context
  const { read } = kontor.database
  const credential =
    (await findIdentity(read, identity)) ?? (await provisionAccount(context, requireOidc(kontor), identity, invitation))
  const canLogOut = await hasLogout(context)
  const account = credential && (await store.findAccountById(kontor.database.read, credential.user_id))
  if (!account) {
    await inTransaction(context, (transaction) => resetFailures(transaction, attempt))
    const error = new ProblemError('identity-not-linked', { identity: identity.label })
    return { ...toProblemState(error), identity: pickIdentity(identity), canLogOut }
  }
  const active = await requireActive(context, account, attempt)
  const factors = await listSecondFactors(read, account.id)
  if (factors.length === 0) {
    await openSession(context, active, attempt, proveIdentity(credential))
    return { canLogOut }
  }
  await inTransaction(context, (transaction) => resetFailures(transaction, attempt))
  const token = sealPendingLogin(kontor, { userId: account.id, identity: credential.id })
  const error = new ProblemError('second-factor-required', {}, [], { login: token, factors })
  return { ...toProblemState(error), canLogOut }
}

/** Without other claims of the provider, which may be too long for a cookie. */
const pickIdentity = ({ issuer, subject, label }: Identity): Identity => ({ issuer, subject, label })

/** How the login of this browser at the identity provider ended: its problem, or the user who is logged in. */
export const getProviderLogin: Action<'getProviderLogin'> = async ({ providerState, session }) => {
  const { problem } = providerState ?? {}
  if (problem) throw restoreProblem(problem)
  return { user: session && toSessionUser(session.user) }
}

/** Logs out at the identity provider, too. */
export async function logOutOfProvider(context: RequestContext): Promise<Location> {
  if (context.session) return '/'
  try {
    const url = await createLogoutUrl(context.kontor)
    context.providerState = {}
    return url ?? loginPath
  } catch (error) {
    context.providerState = toProblemState(error)
    return loginPath
  }
}

const hasLogout = async ({ kontor }: RequestContext): Promise<boolean> => (await createLogoutUrl(kontor)) !== undefined

/** Keeps a problem for the page that shows it. Unexpected errors are thrown. */
function toProblemState(error: unknown): ProviderState {
  if (!(error instanceof ProblemError)) throw error
  const { problem, parameters, extension } = error
  return { problem: { problem, parameters, extension } }
}

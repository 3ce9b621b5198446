import type { Identity, LoginSecrets } from '#server/auth/identity-provider.ts'
import { openToken, sealToken } from '#server/auth/sealed-token.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import type { Kontor } from '#server/context.ts'
import { ProblemError } from '#shared/problem.ts'

/** What a user goes to the identity provider for: to log in, to link their account there, or to prove again who they are. */
export const providerUses = ['log-in', 'link', 'confirm'] as const
export type ProviderUse = (typeof providerUses)[number]

/**
 * Logins at the identity provider, as one browser knows them: sealed in a cookie, so that every instance can continue them and no other site can
 * provide it.
 */
export interface ProviderState {
  /** The login that has begun. */
  login?: LoginSecrets & { use: ProviderUse; startedAt: number; sessionId: string | null; invitation?: string }
  /** How the last login failed, or what it still needs. */
  problem?: Pick<ProblemError, 'problem' | 'parameters' | 'extension'>
  /** The person who logged in there and has no account here that is linked: the user can link it. */
  identity?: Identity
  /** Whether this browser is logged in there and can log out. */
  canLogOut?: boolean
}

/** The problem of the state, for the page or the answer that shows it. */
export const restoreProblem = ({
  problem,
  parameters,
  extension,
}: NonNullable<ProviderState['problem']>): ProblemError => new ProblemError(problem, parameters, [], extension)

/** The state after a login in another way: the person can still be linked. */
export function forgetProblem(state: ProviderState | undefined): ProviderState | undefined {
  if (!state?.problem) return state
  const { problem: _told, ...rest } = state
  return rest
}

/** The state after a logout: the next user of the browser links no account of the one before. */
export const forgetLogin = (state: ProviderState | undefined): ProviderState | undefined =>
  state && (state.canLogOut === undefined ? {} : { canLogOut: state.canLogOut })

/** How long a login may take, and how long its result can be read. */
const loginLifetimeMs = 600_000

export const sealProviderState = (kontor: Kontor, state: ProviderState): string =>
  sealToken(kontor, 'identity provider', { ...state, sealedAt: kontor.now() }, sessionLifetimeMs)

/** The state of this text, if this installation has sealed it; after ten minutes only whether the browser can log out. */
export function openProviderState(kontor: Kontor, token: string): ProviderState | undefined {
  const sealed = openToken<ProviderState & { sealedAt: number }>(kontor, 'identity provider', token)
  if (!sealed) return undefined
  const { sealedAt, ...state } = sealed
  if (kontor.now() - sealedAt < loginLifetimeMs) return state
  return forgetLogin(state)
}

import type { Credential } from '#server/auth/credential.ts'
import { listCredentials } from '#server/auth/credential-store.ts'
import { hasPasskeys } from '#server/auth/passkeys.ts'
import { createQrCode } from '#server/auth/qr-code.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import { createTotpUri, deriveTotpSecret, isTotpSetupOpen } from '#server/auth/totp.ts'
import { restoreProblem } from '#server/auth/provider-state.ts'
import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { newIdAt } from '#server/db/id.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import type { LoginMethods } from '#shared/account/factor-views.ts'

const loginKinds = ['password', 'totp', 'passkey', 'recovery', 'oidc'] as const

/** What the current user logs in with. With the id of a set-up: the secret that their authenticator app needs. */
export async function loadLoginMethods(
  context: AuthenticatedContext,
  setupId: string | undefined,
): Promise<LoginMethods> {
  const { kontor, session } = context
  const { id: userId, email } = session.user
  const { origin } = kontor.config
  const credentials = await listCredentials(kontor.database.read, userId, loginKinds)
  const ofKind = (kind: Credential['kind']): Credential[] => credentials.filter((each) => each.kind === kind)
  const [totp] = ofKind('totp')
  return {
    dueAt: session.user.secondFactorDueAt ?? null,
    hasPassword: ofKind('password').length > 0,
    totp: totp ? toView(totp) : null,
    passkeys: ofKind('passkey').map(toView),
    canAddPasskeys: hasPasskeys(origin),
    identities: ofKind('oidc').map(toView),
    providerLogin: describeProviderLogin(context),
    recoveryCodesLeft: ofKind('recovery').filter((code) => code.last_used_at === null).length,
    newSetupId: newIdAt(kontor.now()),
    setup: setupId !== undefined && !totp && isTotpSetupOpen(setupId, kontor.now()) ? createSetup(setupId) : null,
  }

  function createSetup(id: string): LoginMethods['setup'] {
    const secret = deriveTotpSecret(requireSecrets(kontor)[0], { sessionId: session.id, userId }, id)
    const uri = createTotpUri(secret, email, origin.host)
    return { id, secret, uri, qrCode: createQrCode(uri) }
  }
}

/** How the user's last login at the identity provider ended, if there is something to tell or to do. */
function describeProviderLogin({ providerState, locale }: AuthenticatedContext): LoginMethods['providerLogin'] {
  const { problem, identity } = providerState ?? {}
  if (identity) return { identity: identity.label, problem: null }
  return problem ? { identity: null, problem: toProblem(restoreProblem(problem), locale).problem.detail } : null
}

/** How many things a user could log in with, each alone or as the first step, without the credential `exceptId`. */
export async function countLoginMethods(
  db: Db,
  { config }: Pick<Kontor, 'config'>,
  userId: string,
  exceptId: string,
): Promise<number> {
  const credentials = await listCredentials(db, userId, ['password', 'passkey', 'oidc'])
  const isUsable = ({ kind, issuer }: Credential): boolean => kind !== 'oidc' || issuer === config.oidc?.issuer
  return credentials.filter((each) => each.id !== exceptId && isUsable(each)).length
}

const toView = ({ id, label, created_at: createdAt, last_used_at: lastUsedAt }: Credential) => ({
  id,
  label,
  createdAt,
  lastUsedAt,
})

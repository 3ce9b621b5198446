import { type Credential, listCredentials } from '#server/auth/credential-store.ts'
import { hasPasskeys } from '#server/auth/passkeys.ts'
import { createQrCode } from '#server/auth/qr-code.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import { createTotpUri, deriveTotpSecret, isTotpSetupOpen } from '#server/auth/totp.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { newIdAt } from '#server/db/id.ts'
import type { LoginMethods } from '#shared/account/factor-views.ts'

/** What the current user logs in with. With the id of a set-up: the secret that their authenticator app needs. */
export async function loadLoginMethods(
  { kontor, session }: AuthenticatedContext,
  setupId: string | undefined,
): Promise<LoginMethods> {
  const { id: userId, email } = session.user
  const { origin } = kontor.config
  const credentials = await listCredentials(kontor.database.read, userId, ['password', 'totp', 'passkey', 'recovery'])
  const ofKind = (kind: Credential['kind']): Credential[] => credentials.filter((each) => each.kind === kind)
  const [totp] = ofKind('totp')
  return {
    dueAt: session.user.secondFactorDueAt ?? null,
    hasPassword: ofKind('password').length > 0,
    totp: totp ? toView(totp) : null,
    passkeys: ofKind('passkey').map(toView),
    canAddPasskeys: hasPasskeys(origin),
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

const toView = ({ id, label, created_at: createdAt, last_used_at: lastUsedAt }: Credential) => ({
  id,
  label,
  createdAt,
  lastUsedAt,
})

import { digestCredential, digestEmail } from '#server/auth/credential-digest.ts'
import { insertCredentials, insertPassword } from '#server/auth/credential-store.ts'
import type { Identity } from '#server/auth/identity-provider.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import * as store from '#server/auth/store.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import type { Locale } from '#shared/locales.ts'

/**
 * Inserts an account, records its event and returns its id: active when it has a role, else pending approval. The email must not be
 * taken. Who registers is the actor of that event.
 */
export async function createAccount(
  transaction: Transaction,
  context: RequestContext,
  action: 'user.registered' | 'user.added' | 'user.provisioned',
  account: {
    name: string
    nameSortKey: string
    email: string
    /** Null for an account that logs in with `identity`. */
    passwordHash: string | null
    identity?: Identity
    role: string | null
    locale: Locale
  },
): Promise<string> {
  const id = newId()
  const { name, role, passwordHash, identity } = account
  const now = context.kontor.now()
  await store.insertAccount(transaction, {
    id,
    email: account.email,
    email_key: normalizeEmail(account.email),
    name,
    name_sort_key: account.nameSortKey,
    role,
    status: role ? 'active' : 'pending',
    locale: account.locale,
    created_at: now,
    approved_by: null,
    approved_at: role ? now : null,
  })
  if (passwordHash !== null) await insertPassword(transaction, { userId: id, hash: passwordHash, now })
  await recordEvents(transaction, context, {
    ...(action !== 'user.added' && { actor: { id, name } }),
    action,
    objectType: 'user',
    objectId: id,
    objectLabel: name,
    parameters: {
      ...(role && { role }),
      emailDigest: digestEmail(id, account.email),
      ...(passwordHash !== null && { credentialDigest: digestCredential(passwordHash) }),
      ...(identity && (await addIdentity(transaction, id, identity, now))),
    },
    at: now,
  })
  return id
}

/** Adds what a user logs in with at the identity provider, and returns what its event records. */
export async function addIdentity(
  transaction: Transaction,
  userId: string,
  { issuer, subject, label }: Identity,
  now: number,
): Promise<Record<'credential' | 'credentialDigest' | 'label', string>> {
  const identity = { userId, kind: 'oidc', secret: '', issuer, subject, label } as const
  const [added] = await insertCredentials(transaction, now, identity)
  if (!added) throw new Error('The credential was not added.')
  return { credential: added.id, credentialDigest: added.digest, label }
}

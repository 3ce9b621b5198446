import { findLink, hashLinkToken, issueLink } from '#server/auth/one-time-links.ts'
import * as store from '#server/auth/store.ts'
import type { Kontor, RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'

/** The active account of a normalized email: only these can get a reset link. */
export async function findResettableAccount(db: Db, emailKey: string): Promise<store.Account | undefined> {
  const account = await store.findAccount(db, emailKey)
  return account?.status === 'active' ? account : undefined
}

/** Whose password the link of this token sets, or `undefined` when it is not valid. */
export async function findResetUser(
  { database, now }: Kontor,
  token: string,
): Promise<Pick<store.Account, 'name' | 'email'> | undefined> {
  const link = await findLink(database.read, 'reset', token, now())
  const account = link?.subjectId ? await store.findAccountById(database.read, link.subjectId) : undefined
  return account?.status === 'active' ? { name: account.name, email: account.email } : undefined
}

/** Creates a link with which a user sets a new password, records the event, and returns its token. */
export async function issueResetLink(
  transaction: Transaction,
  context: RequestContext,
  { id, name }: Pick<store.Account, 'id' | 'name'>,
): Promise<string> {
  const now = context.kontor.now()
  const createdBy = context.session?.user.id ?? null
  const token = await issueLink(transaction, { kind: 'reset', subjectId: id, createdBy, now })
  await recordEvents(transaction, context, {
    action: 'user.reset_link_created',
    objectType: 'user',
    objectId: id,
    objectLabel: name,
    parameters: { link: hashLinkToken(token) },
    at: now,
  })
  return token
}

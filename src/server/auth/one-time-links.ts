import * as store from '#server/auth/link-store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { LinkKind } from '#server/db/schema/staff.ts'
import { linkLifetimeMs } from '#shared/constants.ts'

/** Whom or what a link is for (see the table), and the user who made it; null for the program and the operator. */
export interface OneTimeLink {
  subjectId: string | null
  createdBy: string | null
}

/**
 * Creates a link and returns its token of 43 characters, which is only in the link: the database has its hash. Links for the same subject
 * that were created before stay valid.
 */
export async function issueLink(
  transaction: Transaction,
  { kind, now, subjectId = null, createdBy = null }: { kind: LinkKind; now: number } & Partial<OneTimeLink>,
): Promise<string> {
  const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
  await store.insertLink(transaction, {
    token_hash: hashLinkToken(token),
    kind,
    subject_id: subjectId,
    created_by: createdBy,
    created_at: now,
    expires_at: now + linkLifetimeMs[kind],
  })
  return token
}

/** The link of a token that can be used now, or `undefined`: to decide what a page shows. */
export async function findLink(db: Db, kind: LinkKind, token: string, now: number): Promise<OneTimeLink | undefined> {
  return toLink(await store.findLink(db, kind, hashLinkToken(token), now))
}

/**
 * Uses a link up; `undefined` when it is unknown, expired, revoked or was used before. Of several who use it at once, one succeeds. The other
 * links of its subject end with it.
 */
export async function consumeLink(
  transaction: Transaction,
  kind: LinkKind,
  token: string,
  now: number,
): Promise<OneTimeLink | undefined> {
  const link = toLink(await store.useLink(transaction, kind, hashLinkToken(token), now))
  if (link?.subjectId) await store.revokeLinks(transaction, kind, link.subjectId, now)
  return link
}

/** Ends the links of this kind for a subject that were not used. */
export const revokeLinks = (transaction: Transaction, kind: LinkKind, subjectId: string, now: number): Promise<void> =>
  store.revokeLinks(transaction, kind, subjectId, now)

/** SHA-256 in hex, by which a link is stored and events name it. */
export const hashLinkToken = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')

const toLink = (row: Awaited<ReturnType<typeof store.findLink>>): OneTimeLink | undefined =>
  row && { subjectId: row.subject_id, createdBy: row.created_by }

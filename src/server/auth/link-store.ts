import type { Db, Transaction } from '#server/db/database.ts'
import type { LinkKind, OneTimeLinksTable } from '#server/db/schema/staff.ts'

type Link = Pick<OneTimeLinksTable, 'subject_id' | 'created_by'>

export async function insertLink(
  transaction: Transaction,
  link: Omit<OneTimeLinksTable, 'used_at' | 'revoked_at'>,
): Promise<void> {
  await transaction
    .insertInto('one_time_links')
    .values({ ...link, used_at: null, revoked_at: null })
    .execute()
}

export const findLink = (db: Db, kind: LinkKind, tokenHash: string, now: number): Promise<Link | undefined> =>
  db
    .selectFrom('one_time_links')
    .select(['subject_id', 'created_by'])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Marks the link as used, unless it is used, revoked or expired. */
export const useLink = (
  transaction: Transaction,
  kind: LinkKind,
  tokenHash: string,
  now: number,
): Promise<Link | undefined> =>
  transaction
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['subject_id', 'created_by'])
    .executeTakeFirst()

/** Revokes the links of this kind and subject that were neither used nor revoked. */
export async function revokeLinks(
  transaction: Transaction,
  kind: LinkKind,
  subjectId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('one_time_links')
    .set({ revoked_at: now })
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

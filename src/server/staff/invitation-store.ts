import type { Db, Transaction } from '#server/db/database.ts'
import { contains } from '#server/db/lower-case.ts'
import { compileFilter, type FieldCompilers, startAfterKey } from '#server/db/list-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { InvitationsTable } from '#server/db/schema/staff.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { compileNameSearch } from '#server/list/name-search-query.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import type { InvitationStatus, invitationsList } from '#shared/staff/invitations.ts'
import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'

/** An invitation with the name of the inviter. */
export type Invitation = Omit<Selectable<InvitationsTable>, 'email_key'> & { inviter: string }

const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.created_by')
    .select(['invitations.id', 'invitations.email', 'invitations.name', 'invitations.role', 'invitations.created_at'])
    .select(['invitations.created_by', 'invitations.expires_at', 'invitations.accepted_at', 'invitations.user_id'])
    .select(['invitations.revoked_at', 'invitations.version', 'users.name as inviter'])

/** Which invitations, and what time it is. */
interface InvitationSelection {
  filter: Filter
  now: number
}

/** Up to `limit` invitations that match, after a key `[created_at, id]`. */
export async function findInvitations(
  db: Db,
  selection: InvitationSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<Invitation[]> {
  const key = ['invitations.created_at', 'invitations.id'] as const
  const matching = selectInvitations(db).where(await compileSelection(db, selection))
  return startAfterKey(matching, key, direction, after)
    .orderBy(key[0], direction)
    .orderBy(key[1], direction)
    .limit(limit)
    .execute()
}

export async function countInvitations(db: Db, selection: InvitationSelection): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .where(await compileSelection(db, selection))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Builder = ExpressionBuilder<Tables, 'invitations'>

const compileSelection = async (db: Db, { filter, now }: InvitationSelection) =>
  compileFilter(filter, compileFields(now, await compileNameSearch(db, 'invitations', filter)))

const compileFields = (
  now: number,
  hasName: Expression<SqlBool>,
): FieldCompilers<FilterId<typeof invitationsList>, Tables, 'invitations'> => ({
  search: (eb, comparison) => {
    const text = comparison.op === 'matches' ? comparison.text : ''
    return eb.or([contains(sql.ref('invitations.email_key'), text.normalize('NFKC').toLowerCase()), hasName])
  },
  invitation: (eb, comparison) =>
    eb.or(
      comparison.op === 'in' ? comparison.values.map((value) => hasStatus[value as InvitationStatus](eb, now)) : [],
    ),
})

/** The condition of each status; see `invitationStatus`. */
const hasStatus = {
  accepted: (eb: Builder) => eb('accepted_at', 'is not', null),
  revoked: (eb: Builder) => eb('revoked_at', 'is not', null),
  open: (eb: Builder, now: number) =>
    eb.and([eb('accepted_at', 'is', null), eb('revoked_at', 'is', null), eb('expires_at', '>', now)]),
  expired: (eb: Builder, now: number) =>
    eb.and([eb('accepted_at', 'is', null), eb('revoked_at', 'is', null), eb('expires_at', '<=', now)]),
} as const satisfies Record<InvitationStatus, unknown>

export const findInvitation = (db: Db, id: string): Promise<Invitation | undefined> =>
  selectInvitations(db).where('invitations.id', '=', id).executeTakeFirst()

/** Whether an invitation of this email can still be accepted. */
export async function hasOpenInvitation(db: Db, emailKey: string, now: number): Promise<boolean> {
  const open = await db
    .selectFrom('invitations')
    .select('id')
    .where('email_key', '=', emailKey)
    .where((eb) => hasStatus.open(eb, now))
    .executeTakeFirst()
  return open !== undefined
}

/** Which of these emails have an invitation that can still be accepted. */
export async function listInvitedEmails(db: Db, emailKeys: readonly string[], now: number): Promise<string[]> {
  const open = await db
    .selectFrom('invitations')
    .select('email_key')
    .where('email_key', 'in', emailKeys)
    .where((eb) => hasStatus.open(eb, now))
    .execute()
  return open.map(({ email_key }) => email_key)
}

export async function insertInvitation(
  transaction: Transaction,
  invitation: Omit<Selectable<InvitationsTable>, 'accepted_at' | 'user_id' | 'revoked_at' | 'version'>,
): Promise<void> {
  await transaction.insertInto('invitations').values(invitation).execute()
}

export async function updateInvitation(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<InvitationsTable, 'expires_at' | 'accepted_at' | 'user_id' | 'revoked_at'>>,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

import type { Db, Transaction } from '#server/db/database.ts'
import type { LineFollowUpsTable } from '#server/db/schema/matching.ts'
import { selectLines } from '#server/finance/statements/lines-store.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { rolesWithPermission } from '#shared/permissions.ts'
import { sql } from 'kysely'

type LineKey = Pick<LineFollowUpsTable, 'statement_id' | 'line_number'>

/** The follow-ups of lines with the names of their owners; lines without one have none. */
export const listFollowUps = (db: Db, statementIds: readonly string[], lineNumbers: readonly number[]) =>
  db
    .selectFrom('line_follow_ups as follow_up')
    .leftJoin('users as owner', 'owner.id', 'follow_up.owner_id')
    .selectAll('follow_up')
    .select('owner.name as owner_name')
    .where('follow_up.statement_id', 'in', statementIds)
    .where('follow_up.line_number', 'in', lineNumbers)
    .execute()

/** Changes what is given of the follow-up of a line. */
export async function setFollowUp(
  transaction: Transaction,
  { statement_id, line_number }: LineKey,
  change: Partial<Omit<LineFollowUpsTable, keyof LineKey>>,
): Promise<void> {
  await transaction
    .insertInto('line_follow_ups')
    .values({ statement_id, line_number, owner_id: null, wait_until: '', wait_reason: '', due_on: '', ...change })
    .onConflict((conflict) => conflict.columns(['statement_id', 'line_number']).doUpdateSet(change))
    .execute()
}

/** The active users who can match lines, by name. */
export async function listLineOwners(db: Db): Promise<{ id: string; name: string }[]> {
  const roles = rolesWithPermission('finance.reconcile', await listOwnRoles(db))
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where(
      'role',
      'in',
      roles.map(({ id }) => id),
    )
    .orderBy('name_sort_key')
    .orderBy('id')
    .execute()
}

/** The matches of a line, also those that were undone, with their batches. */
export const listMatchesOfLine = (db: Db, { statement_id, line_number }: LineKey) =>
  db
    .selectFrom('match_lines')
    .innerJoin('matches', 'matches.id', 'match_lines.match_id')
    .select(['matches.id', 'matches.batch_id'])
    .where('match_lines.statement_id', '=', statement_id)
    .where('match_lines.line_number', '=', line_number)
    .execute()

/** How many lines wait for a day after today, of one account or of all; reads the lines that ever waited only. */
export async function countWaitingLines(
  db: Db,
  { accountId, today }: { accountId?: string | undefined; today: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('line_follow_ups as follow_up')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('follow_up.wait_until', '>', today)
    .where(({ exists }) =>
      exists(
        selectLines(db, { accountId, state: 'unmatched', today })
          .select(sql.lit(1).as('one'))
          .whereRef('line.statement_id', '=', sql.ref('follow_up.statement_id'))
          .whereRef('line.line_number', '=', sql.ref('follow_up.line_number')),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

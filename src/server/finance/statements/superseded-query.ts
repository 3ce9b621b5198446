import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import { matchWindowDays } from '#shared/finance/matching/rules.ts'
import { sql, type RawBuilder } from 'kysely'

/** Numbers with more lines of an account than these are placeholders, or are used again and again. */
const maxLines = 20

/**
 * Whether a line that no match has is not what the bank says last: there is a later version of it, or it is one of a line that is matched with the same
 * amount. Numbers that say that there is none, and those that banks use again for other days and amounts, are no versions of one line: its day is the
 * same, or at most some days later or earlier with the same amount.
 */
export function isSuperseded(db: Db, alias: 'line' | 'statement_lines'): RawBuilder<boolean> {
  const columns = ['account_id', 'entry_reference', 'version', 'day', 'amount_minor']
  const [account, number, version, day, amount] = columns.map((column) => sql.ref(`${alias}.${column}`))
  const others = sql`statement_lines as other
    where other.account_id = ${account} and other.entry_reference = ${number} and other.entry_reference <> ''`
  const shift = (days: number): RawBuilder<string> =>
    isSqlite(db)
      ? sql`date(${day}, ${sql.lit(`${days} days`)})`
      : sql`to_char(cast(${day} as date) + ${sql.lit(days)}, 'YYYY-MM-DD')`
  const isSameNearby = sql`other.amount_minor = ${amount} and other.day >= ${shift(-matchWindowDays)} and other.day <= ${shift(matchWindowDays)}`
  // Most accounts have no line that was changed, as an index says. Most numbers have one line; placeholders have all, each of which would read all others.
  return sql<boolean>`(exists (select 1 from statement_lines as changed where changed.account_id = ${account} and changed.version > 1)
    and ${number} <> '' and exists (select 1 from ${others} limit 1 offset 1)
    and not exists (select 1 from ${others} limit 1 offset ${sql.lit(maxLines)})
    and upper(${number}) not like 'NONREF%' and upper(${number}) not like 'NOT%PROVIDED%'
    and exists (
      select 1 from ${others}
        and exists (select 1 from statements where statements.id = other.statement_id and statements.imported_at is not null)
        and (
          (other.version > ${version} and (other.day = ${day} or (${isSameNearby})))
          or (other.version < ${version} and ${isSameNearby} and exists (
            select 1 from matches where matches.id = other.match_id and matches.method <> 'ignored'
          ))
        )
    ))`
}

/** `isSuperseded` for a query that reads many lines, of one account if it is given: where no line was changed, none is asked, so that an index with what is summed is enough. */
export async function isAmongSuperseded(db: Db, accountId?: string): Promise<RawBuilder<boolean>> {
  const changed = await db
    .selectFrom('statement_lines')
    .select('version')
    .where('version', '>', sql.lit(1))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .limit(1)
    .executeTakeFirst()
  return changed ? isSuperseded(db, 'line') : sql<boolean>`1 = 0`
}

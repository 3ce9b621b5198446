import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { beginningLength, keptKinds } from '#server/orders/tokens/token-beginnings.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { sql } from 'kysely'

/** The first beginnings of tokens of each part that are not kept, so that searches do not find these tokens. */
export async function findMissingBeginnings(db: Db, progress: Progress): Promise<string[]> {
  const missing: string[] = []
  for (const { part } of await db.selectFrom('token_parts').select('part').execute())
    for (const { from, to } of keptKinds) {
      const rows = await selectMissing(db, [part, from, to])
      missing.push(...rows.map(({ beginning }) => beginning))
      await progress.advance(0)
    }
  return [...new Set(missing)].slice(0, maxViolations)
}

const selectMissing = cachedQuery((db) =>
  sql<{ beginning: string }>`
    select beginning from (
      select distinct substr(token, 1, ${sql.lit(beginningLength)}) as beginning from order_tokens where part = ${0} and token >= ${''} and token < ${''}
    ) as used
    where not exists (select 1 from token_beginnings where token_beginnings.beginning = used.beginning)
    limit ${sql.lit(maxViolations)}`.compile(db),
)

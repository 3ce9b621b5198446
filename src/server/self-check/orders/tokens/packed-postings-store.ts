import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { packedState } from '#server/orders/tokens/packed-postings-query.ts'
import { sql } from 'kysely'

/** The parts that have packed postings, by their state. */
export async function listPackedParts(db: Db): Promise<number[]> {
  return (await selectPackedParts(db)).map(({ part }) => part)
}

const selectPackedParts = cachedQuery((db) =>
  db.selectFrom('token_parts').select('part').where('packed', '=', packedState).orderBy('part').compile(),
)

/** The parts of packed postings whose state says that they have none. */
export async function listPartsOfPacked(db: Db): Promise<number[]> {
  return (await selectStray(db)).map(({ part }) => part)
}

const selectStray = cachedQuery<{ part: number }>((db) =>
  sql<{ part: number }>`
    select distinct part from packed_postings
    where part not in (select part from token_parts where packed <> 0)`.compile(db),
)

/** The packed postings of a part. */
export const listPacked = (db: Db, part: number) =>
  db.selectFrom('packed_postings').selectAll().where('part', '=', part).execute()

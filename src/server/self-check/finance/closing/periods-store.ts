import type { Db } from '#server/db/database.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { sql } from 'kysely'

const eventKey = sql<string>`cast(change.seq as text)`

/** Everything that happened to months, in its order, with its event; without one the columns of the event are null. */
export const listPeriodChanges = (db: Db) =>
  db
    .selectFrom('period_changes as change')
    .leftJoin('events as event', (join) =>
      join.on('event.object_type', '=', 'period').on('event.object_id', '=', eventKey),
    )
    .selectAll('change')
    .select([
      'event.action as event_action',
      'event.object_label as event_label',
      'event.at as event_at',
      'event.actor_id as event_actor_id',
      'event.parameters',
    ])
    .orderBy('change.seq')
    .execute()

export type PeriodChange = Awaited<ReturnType<typeof listPeriodChanges>>[number]

/** The balances of a close, by the id of their account. */
export const listBalances = (db: Db, changeSeq: number) =>
  db.selectFrom('period_balances').selectAll().where('change_seq', '=', changeSeq).orderBy('account_id').execute()

/** Balances that belong to no close. */
export const findStrayBalances = (db: Db) =>
  db
    .selectFrom('period_balances as balance')
    .leftJoin('period_changes as change', (join) =>
      join.onRef('change.seq', '=', 'balance.change_seq').on('change.action', '=', 'closed'),
    )
    .select(['balance.change_seq', 'balance.account_id'])
    .where('change.seq', 'is', null)
    .limit(maxViolations)
    .execute()

/** The objects of events about months that have no row. */
export async function findStrayEvents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('events as event')
    .leftJoin('period_changes as change', (join) => join.on(eventKey, '=', sql.ref('event.object_id')))
    .select('event.object_id')
    .where('event.object_type', '=', 'period')
    .where('change.seq', 'is', null)
    .limit(maxViolations)
    .execute()
  return rows.map(({ object_id }) => object_id)
}

/** The hash of the event with this number in the chain. */
export const findSealHash = async (db: Db, seq: number): Promise<string | undefined> =>
  (await db.selectFrom('event_seals').select('hash').where('seq', '=', seq).executeTakeFirst())?.hash

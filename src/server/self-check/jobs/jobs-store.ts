import type { Db } from '#server/db/database.ts'

export const listJobs = (db: Db) => db.selectFrom('jobs').selectAll().execute()

/** How many items each job has of each result. */
export const countItems = (db: Db) =>
  db
    .selectFrom('job_items')
    .select(['job_id', 'result'])
    .select(({ fn }) => fn.countAll<number>().as('item_count'))
    .groupBy(['job_id', 'result'])
    .execute()

/** The events with which jobs were made. */
export const listCreatedEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'actor_id', 'token_id', 'at', 'parameters'])
    .where('object_type', '=', 'job')
    .where('action', '=', 'job.created')
    .execute()

import type { Database } from '#server/db/database.ts'

/** Pauses every job: what a restored backup was about to do is left to the users who look at it. */
export const pauseJobs = (database: Database) =>
  database.inReadCommitted((transaction) =>
    transaction
      .updateTable('jobs')
      .set({ status: 'paused', lease_owner: '', lease_until: 0 })
      .where('status', 'in', ['queued', 'running'])
      .execute(),
  )

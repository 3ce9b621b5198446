import { cacheUntilCommit } from '#server/db/cache-until-commit.ts'
import type { OpenWork } from '#server/home/navigation-counts.ts'
import { countPendingUsers } from '#server/home/store.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { countTab } from '#server/orders/list/list-ranges.ts'

/** Reads how much work of each kind waits. */
export const readOpenWork = cacheUntilCommit(async (db): Promise<OpenWork> => {
  const [counts, accessRequests] = await Promise.all([listOrderCounts(db), countPendingUsers(db)])
  return { toShip: countTab('toShip', counts), accessRequests }
})

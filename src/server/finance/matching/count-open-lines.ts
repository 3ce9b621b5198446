import type { Db } from '#server/db/database.ts'
import { countWaitingLines } from '#server/finance/matching/follow-up-store.ts'
import { countLines, type LineFilter } from '#server/finance/statements/lines-store.ts'

/** The number of lines that are neither matched nor ignored, and how many of these are postponed; of all accounts if none is given. */
export const countOpenLines = async (
  db: Db,
  filter: Pick<LineFilter, 'accountId' | 'today'>,
): Promise<{ open: number; waiting: number }> => ({
  open: await countLines(db, { ...filter, state: 'unmatched' }),
  waiting: await countWaitingLines(db, filter),
})

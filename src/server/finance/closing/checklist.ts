import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/closing/checklist-store.ts'
import { findNextMonth } from '#server/finance/closing/period-store.ts'
import type { ChecklistId, ChecklistItem, ChecklistRow } from '#shared/finance/closing/period-views.ts'
import { listMonths, monthDays, previousMonth } from '#shared/finance/closing/periods.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

/** Rows that a point of the checklist names. */
const maxRows = 20

/** The current checklist of a month before it is closed. */
export async function readChecklist(
  db: Db,
  month: string,
  { book, now: clock }: Pick<Kontor, 'book' | 'now'>,
): Promise<ChecklistItem[]> {
  const now = clock()
  const today = dayOf(now, book.timeZone)
  const days = monthDays(month)
  const [earlier, missing, untied, unmatched, unexplained, undecided] = await Promise.all([
    listEarlierMonths(db, month, today),
    store.listAccountsWithoutStatement(db, days),
    store.listUntiedStatements(db, days),
    store.listOpenLines(db, days, today),
    store.listUnexplainedBalances(db, days.to),
    store.listUndecidedRequests(db, { ...days, until: startOfDay(addDays(days.to, 1), book.timeZone) }, now),
  ])
  const over: ChecklistRow[] = days.to < today ? [] : [{ type: 'month', id: month }]
  return [
    toItem('month-over', 'blocking', over),
    toItem('months-in-order', 'blocking', earlier),
    toItem('statements-there', 'warning', missing),
    toItem('statements-tie', 'blocking', untied),
    toItem('lines-matched', 'warning', unmatched),
    toItem('suspense-empty', 'warning', unexplained),
    toItem('requests-decided', 'warning', undecided),
    { id: 'self-check', state: 'at-close', rows: [], count: 0 },
  ]
}

const toItem = (id: ChecklistId, state: 'warning' | 'blocking', rows: ChecklistRow[]): ChecklistItem => ({
  id,
  state: rows.length === 0 ? 'done' : state,
  rows: rows.slice(0, maxRows),
  count: rows.length,
})

/** Open months before this one. */
async function listEarlierMonths(db: Db, month: string, today: string): Promise<ChecklistRow[]> {
  const next = await findNextMonth(db, today)
  return listMonths(next, previousMonth(month)).map((each) => ({ type: 'month', id: each }))
}

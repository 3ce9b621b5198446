import type { Db } from '#server/db/database.ts'
import { sumAccountDays, toAccountName } from '#server/finance/account-store.ts'
import * as store from '#server/finance/matching/reconciliation-store.ts'
import { countWaitingLines } from '#server/finance/matching/follow-up-store.ts'
import { type CalendarView, type DayState, lineStates, type Reconciliation } from '#shared/finance/matching/views.ts'
import type { TotalsCheck } from '#shared/finance/statement-views.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

type Account = Awaited<ReturnType<typeof store.listReconciledAccounts>>[number]

/** How the books and the statements of each account fit, by code; of one account with `code`. */
export async function listReconciliations(db: Db, today: string, code?: string): Promise<Reconciliation[]> {
  const accounts = await store.listReconciledAccounts(db, code)
  return Promise.all(accounts.map((account) => reconcile(db, account, today)))
}

async function reconcile(db: Db, account: Account, today: string): Promise<Reconciliation> {
  const { id, first_day: firstDay, last_day: lastDay, balance_minor: ledgerMinor } = account
  const [closingMinor, open, waitingCount, ignored, matchedMinor, matchedBeforeMinor, before] = await Promise.all([
    store.findClosing(db, id),
    store.sumOpenLines(db, id),
    countWaitingLines(db, { accountId: id, today }),
    store.sumIgnoredLines(db, id),
    store.sumMatchedPostings(db, id),
    store.sumMatchedPostings(db, id, firstDay),
    sumAccountDays(db, { accountId: id, days: { to: addDays(firstDay, -1) } }),
  ])
  const lineCount = account.line_count - open.supersededCount
  const beforeMinor = before.debit - before.credit
  const unmatchedPostingsMinor = add(ledgerMinor, -beforeMinor, -matchedMinor, matchedBeforeMinor)
  const unmatchedLinesMinor = add(open.sum, ignored.sum)
  const expectedMinor = add(ledgerMinor, -unmatchedPostingsMinor, unmatchedLinesMinor)
  return {
    account: toAccountName(account),
    currency: account.currency,
    ledgerMinor,
    unmatchedPostingsMinor,
    unmatchedLinesMinor,
    undirectedMinor: add(open.undirected, ignored.undirected),
    expectedMinor,
    closingMinor,
    differenceMinor: closingMinor === null ? null : add(closingMinor, -expectedMinor),
    lineCount,
    matchedCount: lineCount - open.count - ignored.count,
    ignoredCount: ignored.count,
    openCount: open.count,
    waitingCount,
    firstDay,
    lastDay,
    oldestOpenDay: open.oldest,
  }
}

/**
 * What there is of each account on each day of a month, `2026-03`; by default of this one, or of the last one with a statement. Days to come and before
 * the first statement are missing.
 */
export async function loadCalendar(db: Db, chosen: string | undefined, today: string): Promise<CalendarView> {
  const accounts = await store.listReconciledAccounts(db)
  const lastDay = accounts
    .map((account) => account.last_day)
    .toSorted()
    .at(-1)
  const month = chosen ?? (lastDay !== undefined && lastDay < today ? lastDay : today).slice(0, 7)
  const from = `${month}-01`
  const to = addDays(addDays(from, 31).slice(0, 8) + '01', -1)
  const [lines, covered] = await Promise.all([
    store.countLinesByDay(db, { from, to, today }),
    store.listCoveredDays(db, from, to),
  ])
  const days = Array.from({ length: Number(to.slice(8)) }, (_, index) => addDays(from, index))
  return {
    month,
    days,
    accounts: accounts.map((account) => {
      const counts = new Map(lines.filter((each) => each.account_id === account.id).map((each) => [each.day, each]))
      const files = covered.filter((each) => each.account_id === account.id)
      return {
        account: toAccountName(account),
        days: days.map((day) => {
          if (day < account.first_day || day > today) return null
          const ofStates = counts.get(day) ?? { open: 0, waiting: 0, matched: 0, ignored: 0 }
          const shown = lineStates.find((state) => ofStates[state] > 0) ?? 'open'
          const ofDay = files.filter(({ first_day, last_day }) => first_day <= day && day <= last_day)
          return {
            state: stateOf(day, today, add(ofStates.open, ofStates.waiting), ofDay),
            shown,
            lines: ofStates[shown],
          }
        }),
      }
    }),
  }
}

/** Open lines wait for two days before they are exceptions, because what happens around midnight is posted on the next day. */
function stateOf(
  day: string,
  today: string,
  open: number,
  files: readonly { untied_line: number | null; totals_check: TotalsCheck }[],
): DayState {
  if (files.length === 0) return 'missing'
  if (open === 0)
    return files.some((file) => file.untied_line !== null || !agreeingTotals.includes(file.totals_check))
      ? 'exception'
      : 'matched'
  return day >= addDays(today, -waitingDays) ? 'waiting' : 'exception'
}

const waitingDays = 2

const agreeingTotals: readonly TotalsCheck[] = ['none', 'ties']

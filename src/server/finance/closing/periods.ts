import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { readChecklist } from '#server/finance/closing/checklist.ts'
import { listClosingEntries } from '#server/finance/closing/closing-entry-store.ts'
import * as store from '#server/finance/closing/period-store.ts'
import type { PeriodChangeView, PeriodDetail, PeriodRow } from '#shared/finance/closing/period-views.ts'
import {
  allowedPeriodActions,
  listMonths,
  monthOf,
  type PeriodAction,
  periodStateAfter,
} from '#shared/finance/closing/periods.ts'
import type { Permission } from '#shared/permissions.ts'
import { dayOf } from '#shared/time.ts'

const permissionOf: Record<PeriodAction, Permission> = {
  closed: 'finance.close',
  reopen_requested: 'finance.close',
  reopen_rejected: 'finance.reopen',
  reopened: 'finance.reopen',
}

/** The months from the first entry to today, newest first. */
export async function readPeriods(context: AuthenticatedContext): Promise<PeriodRow[]> {
  const { database, book, now } = context.kontor
  const today = dayOf(now(), book.timeZone)
  const [changes, firstDay] = await Promise.all([
    store.listPeriodChanges(database.read),
    store.findFirstDay(database.read),
  ])
  return listMonths(monthOf(firstDay ?? today), monthOf(today))
    .map((month) => toPeriodRow(month, changes))
    .toReversed()
}

/** A month with what can be done with it; undefined for one before the first entry or to come. */
export async function readPeriod(context: AuthenticatedContext, month: string): Promise<PeriodDetail | undefined> {
  const { database, book, now } = context.kontor
  const { read } = database
  const today = dayOf(now(), book.timeZone)
  const [changes, firstDay, next] = await Promise.all([
    store.listPeriodChanges(read),
    store.findFirstDay(read),
    store.findNextMonth(read, today),
  ])
  if (month < monthOf(firstDay ?? today) || month > monthOf(today)) return undefined
  const row = toPeriodRow(month, changes)
  const ofMonth = changes.filter((change) => change.month === month)
  const lastActor = ofMonth.at(-1)?.actor_id
  const isInTurn = row.state === 'open' ? month === next && month < monthOf(today) : isLastClosed(month, changes)
  const actions = isInTurn
    ? allowedPeriodActions[row.state].filter(
        (action) =>
          hasPermission(context, permissionOf[action]) &&
          !(action === 'reopened' && lastActor === context.session.user.id),
      )
    : []
  const entries = await listClosingEntries(
    read,
    ofMonth.map(({ seq }) => seq),
  )
  return {
    ...row,
    actions,
    checklist: row.state === 'open' ? await readChecklist(read, month, context.kontor) : null,
    history: ofMonth.map((change) => toChangeView(change, entriesOf(change, ofMonth, entries))).toReversed(),
  }
}

/** No later month was closed and stayed closed. */
const isLastClosed = (month: string, changes: readonly store.PeriodChangeRow[]): boolean =>
  changes.every((change) => change.month <= month || toPeriodRow(change.month, changes).state === 'open')

function toPeriodRow(month: string, changes: readonly store.PeriodChangeRow[]): PeriodRow {
  const last = changes.findLast((change) => change.month === month)
  const state = periodStateAfter(last?.action)
  const close = changes.findLast((change) => change.month === month && change.action === 'closed')
  const isOpen = state === 'open' || !close
  return { month, state, closedAt: isOpen ? null : close.at, closedBy: isOpen ? null : close.actor_name }
}

/** The numbers of what a close has posted, or of what took it back when the month was reopened. */
function entriesOf(
  { seq, action }: store.PeriodChangeRow,
  ofMonth: readonly store.PeriodChangeRow[],
  entries: Awaited<ReturnType<typeof listClosingEntries>>,
): number[] {
  if (action !== 'closed' && action !== 'reopened') return []
  const close = ofMonth.findLast((change) => change.action === 'closed' && change.seq <= seq)
  const isReversal = action === 'reopened'
  return entries.flatMap((entry) =>
    entry.change === String(close?.seq) && (entry.reverses !== null) === isReversal ? entry.seq : [],
  )
}

const toChangeView = (change: store.PeriodChangeRow, entries: number[]): PeriodChangeView => ({
  action: change.action,
  at: change.at,
  actor: change.actor_name,
  reason: change.reason,
  accepted: change.accepted.split(' ').filter(Boolean),
  entries,
  ledger: { seq: change.ledger_seq, hash: change.ledger_hash },
  events: { seq: change.events_seq, hash: change.events_hash },
})

import type { Days } from '#shared/finance/flow-groups.ts'
import { endOfUnit } from '#shared/time-unit.ts'
import { addDays, dayOf } from '#shared/time.ts'

/** The months of the books, `YYYY-MM` in the book's time zone. They are closed in their order, and the last closed one is reopened first. */

/** What can happen to a month. The person who requests a reopening cannot approve it. */
export const periodActions = ['closed', 'reopen_requested', 'reopen_rejected', 'reopened'] as const
export type PeriodAction = (typeof periodActions)[number]

/** `reopening`: closed, and someone asked to reopen it. */
export const periodStates = ['open', 'closed', 'reopening'] as const
export type PeriodState = (typeof periodStates)[number]

const stateAfter: Record<PeriodAction, PeriodState> = {
  closed: 'closed',
  reopen_requested: 'reopening',
  reopen_rejected: 'closed',
  reopened: 'open',
}

/** The state of a month after its last event; `undefined` means no event. */
export const periodStateAfter = (last: PeriodAction | undefined): PeriodState => (last ? stateAfter[last] : 'open')

/** The actions that a month in a state allows. */
export const allowedPeriodActions: Readonly<Record<PeriodState, readonly PeriodAction[]>> = {
  open: ['closed'],
  closed: ['reopen_requested'],
  reopening: ['reopen_rejected', 'reopened'],
}

export const monthOf = (day: string): string => day.slice(0, 7)

/** The first and the last day of a month. */
export function monthDays(month: string): Days {
  const from = `${month}-01`
  return { from, to: endOfUnit(from, 'month') }
}

export const nextMonth = (month: string): string => monthOf(addDays(monthDays(month).to, 1))
export const previousMonth = (month: string): string => monthOf(addDays(`${month}-01`, -1))

/** The months from one to another, both inclusive, oldest first; none when the first is later. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/**
 * The day on which money that moved at a time is posted: its own in the book's time zone, or the first open day when that day is in a closed
 * month. `closedThrough` is the last closed day, empty for none.
 */
export function accountingDayOf(occurredAt: number, timeZone: string, closedThrough: string): string {
  const day = dayOf(occurredAt, timeZone)
  return day <= closedThrough ? addDays(closedThrough, 1) : day
}

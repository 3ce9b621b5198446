import { addDays, dayOf, localTimeAt } from '#shared/time.ts'

/** `at(2, '09:35')`: the time on the clock of the book two days ago, epoch milliseconds. */
export type WorkingTime = (daysAgo: number, clock: string) => number

export const createWorkingTime = (now: number, zone: string): WorkingTime => {
  const today = dayOf(now, zone)
  return (daysAgo, clock) => localTimeAt(`${addDays(today, -daysAgo)}T${clock}`, zone)
}

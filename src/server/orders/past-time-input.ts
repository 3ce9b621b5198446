import { invalidInput } from '#shared/problem.ts'
import { localTimeAt } from '#shared/time.ts'

/** An earlier time is a typing error: a year of two digits. */
const earliestTime = Date.UTC(2000, 0, 1)

/** A time that a user entered in the zone of the book, which has passed and is not before 2000; now if nothing is entered. */
export function parsePastTime(text: string | undefined, timeZone: string, now: number, pointer: string): number {
  const time = text === undefined ? now : localTimeAt(text, timeZone)
  if (time > now) throw invalidInput({ pointer, reason: 'in-future' })
  if (time < earliestTime) throw invalidInput({ pointer, reason: 'too-long-ago' })
  return time
}

import { addDays, localTimeAt, startOfDay } from '#shared/time.ts'

/**
 * An end of a range of days: a day `2026-11-28`, or a minute of one `2026-11-28T14:46` in the book's time zone. A day belongs to the range as a whole; at a
 * minute it begins, or has ended.
 */

export const hasTime = (bound: string): boolean => bound.includes('T')

export const dayOfBound = (bound: string): string => bound.slice(0, 10)

/** The first instant of a range that begins with a bound, ms. */
export const startOfBound = (bound: string, zone: string): number =>
  hasTime(bound) ? localTimeAt(bound, zone) : startOfDay(bound, zone)

/** The first instant after a range that ends with a bound, ms. */
export const endOfBound = (bound: string, zone: string): number =>
  hasTime(bound) ? localTimeAt(bound, zone) : startOfDay(addDays(bound, 1), zone)

/** Whether a range ends before it begins. */
export const isReversed = (from: string, to: string): boolean => from > toEnd(to)

/** An end that sorts after the beginnings of its day. */
export const toEnd = (bound: string): string => (hasTime(bound) ? bound : `${bound}T24:00`)

import { maxAmountMinor } from '#server/imports/import-limits.ts'
import { ProblemError } from '#shared/problem.ts'

/** Where in a file: its line, or the number of an entry in a format without lines; both from 1. */
export type FilePlace = { line: number } | { entry: number }

/** The problem `not-a-statement`: the error (a key of its texts) and its position. */
export const toStatementError = (why: string, place?: FilePlace): ProblemError =>
  new ProblemError('not-a-statement', {
    why,
    ...(place && ('line' in place ? { line: place.line } : { entry: place.entry })),
  })

/** The amount, unless sums of many like it would not stay exact. */
export function limitAmount(minor: number, place: FilePlace): number {
  if (Math.abs(minor) > maxAmountMinor) throw toStatementError('too-large', place)
  return minor
}

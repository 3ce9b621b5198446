import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** A user's description of a table: the heading row, the content of each column, and how days and amounts are written. */

/** A column of a table, counted from 0. */
export const mappedColumn = optionalInput(z.string().check(z.regex(/^\d{1,2}$/, 'choice')))
export const requiredMappedColumn = z.string().check(z.regex(/^\d{1,2}$/, 'required'))

export const dayOrders = ['ymd', 'dmy', 'mdy'] as const
export const decimalMarks = ['.', ','] as const

/** The parts of every mapping; rows are counted from 0. */
export const mappingShape = {
  headingRow: z.string().check(z.regex(/^\d{1,2}$/, 'choice')),
  dayOrder: z.enum(dayOrders),
  decimalMark: z.enum(decimalMarks),
}

/** The first rows of a table, as its mapping is asked for. */
export const tableRows = z.array(z.array(z.string()))
export type TableRows = readonly (readonly string[])[]

/** Maximum number of columns shown of each row, and of characters of each. */
const [maxShownColumns, maxShownLength] = [40, 100]

/** The first rows of a table, shortened to what is shown. */
export const toTableRows = (records: readonly { fields: readonly string[] }[]): string[][] =>
  records.map(({ fields }) => fields.slice(0, maxShownColumns).map((field) => field.trim().slice(0, maxShownLength)))

/** The row that has the headings: the one with most texts in it. */
export function guessHeadingRow(rows: TableRows): number {
  const countTexts = (row: readonly string[] = []): number => row.filter((cell) => /\p{L}/u.test(cell)).length
  return rows.reduce((best, row, index) => (countTexts(row) > countTexts(rows[best]) ? index : best), 0)
}

/** The columns whose headings are like the words for them. */
export function guessColumns<Name extends string>(
  headings: readonly string[],
  words: Readonly<Partial<Record<Name, RegExp | readonly RegExp[]>>>,
): Partial<Record<Name, string>> {
  const guess: Partial<Record<Name, string>> = {}
  for (const [name, patterns] of Object.entries(words) as [Name, RegExp | readonly RegExp[]][])
    for (const pattern of [patterns].flat()) {
      const at = headings.findIndex((heading) => pattern.test(heading.trim()))
      if (at < 0) continue
      guess[name] = String(at)
      break
    }
  return guess
}

/** How the days and amounts below the headings are written. */
export function guessNotation(
  rows: TableRows,
  dayColumn: string | undefined,
  amountColumn: string | undefined,
): { dayOrder: (typeof dayOrders)[number]; decimalMark: (typeof decimalMarks)[number] } {
  const days = rows.map((row) => row[Number(dayColumn)]?.trim() ?? '').filter((text) => text !== '')
  const isYearFirst = days.every((text) => /^\d{4}/.test(text))
  const isMonthFirst = days.some((text) => /^\d{1,2}\D(1[3-9]|2\d|3[01])\D/.test(text))
  const amounts = rows.map((row) => row[Number(amountColumn)]?.trim() ?? '')
  return {
    dayOrder: isYearFirst ? 'ymd' : isMonthFirst ? 'mdy' : 'dmy',
    decimalMark: amounts.some((text) => /,\d{1,2}$/.test(text)) ? ',' : '.',
  }
}

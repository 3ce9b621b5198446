import type { ImportWords } from '#server/imports/row.ts'
import { shown } from '#server/imports/row.ts'
import { formatDecimal } from '#shared/money.ts'
import type { Difference, OrderDraft } from '#shared/orders/draft.ts'

/** So many are named; who sees five knows that the rest has to be looked at as well. */
const named = 5

/** One sentence: the order that is known, and what the file says differently. */
export function tellDifferences(
  number: string,
  differences: readonly Difference[],
  { currency }: Pick<OrderDraft, 'currency'>,
  words: ImportWords,
): string {
  const told = differences.slice(0, named).map((difference) => tellDifference(difference, currency, words))
  return words.refused.differs(number, told, differences.length - told.length)
}

function tellDifference({ path, known, given }: Difference, currency: string, words: ImportWords): string {
  const parts = path.split('.')
  const field = parts.at(-1) ?? path
  const value = (of: Difference['known']): string => tellValue(of, field, currency, words)
  const lineNumber = parts[0] === 'lines' ? Number(parts[1]) + 1 : undefined
  return words.differences.one(words.differences.field(parts, lineNumber), value(known), value(given))
}

function tellValue(value: Difference['known'], field: string, currency: string, words: ImportWords): string {
  if (value === undefined || value === null || value === '') return words.differences.nothing
  if (typeof value === 'boolean') return value ? words.differences.yes : words.differences.no
  if (typeof value === 'string') return shown(value)
  if (field.endsWith('Minor')) return formatDecimal(value, currency)
  return field.endsWith('At') ? new Date(value).toISOString() : String(value)
}

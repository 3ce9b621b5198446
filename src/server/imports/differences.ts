import type { ImportMessages } from '#server/imports/row.ts'
import { toExcerpt } from '#server/imports/row.ts'
import { formatDecimal } from '#shared/money.ts'
import type { Difference, OrderDraft } from '#shared/orders/draft.ts'

/** So many are named; who sees five knows that the rest has to be looked at as well. */
const maxDifferences = 5

/** One sentence: the order that is known, and what the file says differently. */
export function formatDifferences(
  number: string,
  differences: readonly Difference[],
  { currency }: Pick<OrderDraft, 'currency'>,
  messages: ImportMessages,
): string {
  const formatted = differences
    .slice(0, maxDifferences)
    .map((difference) => formatDifference(difference, currency, messages))
  return messages.refused.differs(number, formatted, differences.length - formatted.length)
}

function formatDifference({ path, known, given }: Difference, currency: string, messages: ImportMessages): string {
  const parts = path.split('.')
  const field = parts.at(-1) ?? path
  const value = (of: Difference['known']): string => formatValue(of, field, currency, messages)
  const lineNumber = parts[0] === 'lines' ? Number(parts[1]) + 1 : undefined
  return messages.differences.one(messages.differences.field(parts, lineNumber), value(known), value(given))
}

function formatValue(value: Difference['known'], field: string, currency: string, messages: ImportMessages): string {
  if (value === undefined || value === null || value === '') return messages.differences.nothing
  if (typeof value === 'boolean') return value ? messages.differences.yes : messages.differences.no
  if (typeof value === 'string') return toExcerpt(value)
  if (field.endsWith('Minor')) return formatDecimal(value, currency)
  return field.endsWith('At') ? new Date(value).toISOString() : String(value)
}

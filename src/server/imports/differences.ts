import type { ImportMessages } from '#server/imports/row.ts'
import { toExcerpt } from '#server/imports/excerpt.ts'
import { formatDecimal } from '#shared/money.ts'
import type { Difference, OrderDraft } from '#shared/orders/draft.ts'

/** Lists at most five differences and counts the rest, so the sentence stays readable. */
const maxDifferences = 5

/** One sentence: the number of the stored order and the fields whose values differ in the file. */
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
  const format = (value: Difference['known']): string => formatValue(value, field, currency, messages)
  const lineNumber = parts[0] === 'lines' ? Number(parts[1]) + 1 : undefined
  return messages.differences.one(messages.differences.field(parts, lineNumber), format(known), format(given))
}

function formatValue(value: Difference['known'], field: string, currency: string, messages: ImportMessages): string {
  if (value === undefined || value === null || value === '') return messages.differences.nothing
  if (typeof value === 'boolean') return value ? messages.differences.yes : messages.differences.no
  if (typeof value === 'string') return toExcerpt(value)
  if (field.endsWith('Minor')) return formatDecimal(value, currency)
  return field.endsWith('At') ? new Date(value).toISOString() : String(value)
}

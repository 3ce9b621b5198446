import type { ImportMessages } from '#server/imports/row.ts'
import { getMessages } from '#server/messages.ts'
import { orderPanel as en } from '#shared/messages/en/order-panel.ts'
import { orderPanel as zh } from '#shared/messages/zh/order-panel.ts'
import type { Locale } from '#shared/locales.ts'
import { describeField, formatFieldValue } from '#shared/orders/describe-field.ts'
import type { Difference, OrderDraft } from '#shared/orders/draft.ts'
import { lineIdOf } from '#shared/orders/fields.ts'
import { formatDecimal } from '#shared/money.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import type { ShopChanges } from '#shared/orders/shop-changes.ts'
import type { ChangedOrder, ShopDifference } from '#shared/orders/import-views.ts'
import { formatMessage, type ProblemError } from '#shared/problem.ts'

const orderPanel = { en, zh }

interface ChangedDraft extends Pick<ShopChanges, 'changes' | 'kept'> {
  line: number
  number: string
  draft: OrderDraft
}

/** A changed order with labels and values as users read them. */
export function describeChangedOrder(
  locale: Locale,
  { line, number, draft, changes, kept }: ChangedDraft,
): ChangedOrder {
  const { imports } = getMessages(locale)
  const panel = orderPanel[locale]
  const names = new Map(draft.lines.map(({ name }, index) => [String(index), name]))
  const labelOf = (path: string): string => {
    if (/^lines[.]\d+$/.test(path)) return imports.changes.item
    const label = describeField(path, names, panel)
    if (label) return label
    const own = imports.changes.fields[path.split('.').at(-1) ?? ''] ?? path
    const item = names.get(lineIdOf(path) ?? '')
    return item === undefined ? own : panel.edit.inGroup(item, own)
  }
  const format = (path: string, value: Difference['known']): string => {
    if (flags.test(path)) return value === 1 ? imports.differences.yes : imports.differences.no
    if (path === 'taxLines') return describeTaxLines(String(value ?? '[]'), draft.currency)
    if (path.endsWith('At') && typeof value === 'number') return new Date(value).toISOString()
    return formatFieldValue(path, typeof value === 'boolean' ? Number(value) : (value ?? null), draft.currency)
  }
  const describe = ({ path, known, given }: Difference): ShopDifference => ({
    field: path,
    label: labelOf(path),
    kontor: format(path, known),
    shop: format(path, given),
  })
  return {
    line,
    order: draft.externalNumber,
    number,
    changes: changes.map(describe),
    kept: kept.map(describe),
  }
}

/** Such as `VAT 19% 15.97, VAT 7% 3.50`. */
const describeTaxLines = (taxLines: string, currency: string): string =>
  (JSON.parse(taxLines) as TaxLine[])
    .map(({ name, amountMinor }) => `${name} ${formatDecimal(amountMinor, currency)}`)
    .join(', ') || '–'

/** Fields that are 0 or 1. */
const flags = /(^|[.])(cancelled|taxesIncluded|requiresShipping)$/

/** Why a known order that the shop has changed is not updated. */
export function describeRefusedUpdate(
  number: string,
  { problem, fields: [field] }: ProblemError,
  { currency }: OrderDraft,
  { refused }: ImportMessages,
): string {
  if (problem === 'ledger-full') return refused.notUpdated(number, refused.ledgerFull(currency))
  const reason = refused.updates[field?.reason ?? ''] ?? refused.inconsistent
  return refused.notUpdated(number, formatMessage(reason, field?.parameters))
}

import type { Difference, DraftLine, OrderDraft } from '#shared/orders/draft.ts'
import { type Fields, type FieldValue, lineIdOf, valueOf } from '#shared/orders/fields.ts'
import { mergeEdits } from '#shared/orders/merge-edits.ts'

/** A line of an order as the shop knows it: by its SKU and name, which staff do not change in Kontor. */
type NamedLine = Pick<DraftLine, 'sku' | 'name'>

interface Versions {
  /** The shop's previous values and its current ones. */
  base: OrderDraft
  given: OrderDraft
  /** The order in Kontor: the fields that `toShopFields` makes. */
  now: Fields
  /** Its lines in their order. */
  lines: readonly (NamedLine & { id: string })[]
  /** Refunds in Kontor that are requested or being paid. */
  refundPendingMinor: number
  /** The amount in open or lost disputes: it was returned without the shop, or will be. */
  disputedMinor: number
  /** The id of a line that the shop added. */
  newLineId: (index: number) => string
}

/** The changes to apply from the shop; differences name the fields as a draft does (`lines.2.quantity`; `lines.2` is a line as a whole). */
export interface ShopChanges {
  /** By field; null for `lines.<id>` removes a line. */
  values: Map<string, FieldValue>
  /** The changed fields: `known` is Kontor's value, `given` the shop's. */
  changes: Difference[]
  /** Values that are kept in Kontor although the shop has other ones. */
  kept: Difference[]
}

/**
 * Compares what the shop says now with what it said before (`base`) and with the order in Kontor, field by field. What only the shop
 * changed is taken over; what was changed in Kontor stays. What happened (payments, refunds, shipments, cancellation) only goes forward.
 */
export function compareWithShop(versions: Versions): ShopChanges {
  const { base, given, now } = versions
  const ids = matchLines(versions)
  const before = toShopFields(base, ids.base)
  const mine = new Map(toShopFields(given, ids.given))
  for (const id of new Set(ids.base).difference(new Set(ids.given))) mine.set(`lines.${id}`, null)
  const { values, conflicts } = mergeEdits({ base: before, theirs: now, mine })
  const kept = new Map<string, Pick<Difference, 'known' | 'given'>>()
  for (const { field, theirs, mine: wanted } of conflicts) {
    const line = base.lines[ids.base.indexOf(lineIdOf(field) ?? '')]
    if (isWholeLine(field)) kept.set(field, { known: describeLine(line, theirs), given: describeLine(line, wanted) })
    else if (!isShipped(field) || Number(theirs) < Number(wanted)) kept.set(field, { known: theirs, given: wanted })
  }
  for (const [field, value] of mine)
    if (value !== valueOf(now, field) && isAddedOnBothSides(field, before, now))
      kept.set(field, { known: valueOf(now, field), given: value })
  for (const [field, value] of [...values]) {
    if (value === valueOf(now, field) && !isWholeLine(field)) values.delete(field)
    else if (!canFollow(field, value, versions, values)) {
      kept.set(field, { known: valueOf(now, field), given: value })
      values.delete(field)
      // Goods that were sent and came back in the shop still need no second shipment.
      if (isShipped(field)) values.delete(field.replace('shippedQuantity', 'requiresShipping'))
    }
  }
  const name = createPathNamer(ids)
  return {
    values,
    changes: describeValues(values, now, versions, name),
    kept: [
      ...[...kept].map(([field, { known, given: value }]) => ({ path: name(field), known, given: value })),
      ...listFixed(base, given),
    ],
  }
}

/** A draft as fields, with these ids of its lines. */
function toShopFields(draft: OrderDraft, lineIds: readonly string[]): Fields {
  const fields = new Map<string, FieldValue>()
  for (const name of orderFields) fields.set(name, draft[name])
  for (const name of addresses)
    for (const [key, value] of Object.entries(draft[name])) fields.set(`${name}.${key}`, value)
  fields.set('taxesIncluded', draft.taxesIncluded ? 1 : 0)
  fields.set('taxLines', JSON.stringify(draft.taxLines ?? []))
  fields.set('capturedMinor', draft.payment?.capturedMinor ?? 0)
  fields.set('refundedMinor', draft.refund?.amountMinor ?? 0)
  fields.set('cancelled', draft.cancelledAt === null ? 0 : 1)
  for (const [index, { requiresShipping, taxMinor: _taxMinor, ...line }] of draft.lines.entries())
    for (const [key, value] of Object.entries({ ...line, requiresShipping: requiresShipping ? 1 : 0 }))
      fields.set(`lines.${lineIds[index]}.${key}`, value)
  return fields
}

const orderFields = [
  'customerName',
  'email',
  'phone',
  'note',
  'shippingMethod',
  'discountCode',
  'shippingMinor',
  'taxMinor',
  'authorizedMinor',
] as const satisfies (keyof OrderDraft)[]

const addresses = ['shippingAddress', 'billingAddress'] as const

/** Whether a field says what happened to the order, which an edit does not write. */
export const isFact = (field: string): boolean => facts.has(field) || isShipped(field)

const facts: ReadonlySet<string> = new Set(['capturedMinor', 'refundedMinor', 'cancelled'])
const isShipped = (field: string): boolean => field.endsWith('.shippedQuantity')

/** Whether a field is a line as a whole, which is added or removed. */
const isWholeLine = (field: string): boolean => field === `lines.${lineIdOf(field)}`

/** A line in words, for a quantity of it; null without one. */
const describeLine = (line: NamedLine | undefined, quantity: FieldValue): FieldValue =>
  quantity === null ? null : `${quantity} × ${line?.name}`

interface LineIds {
  base: string[]
  given: string[]
}

/** The ids of the lines of both drafts. The first line with an SKU and a name is the first such line of the order, and so on. */
function matchLines({ base, given, lines, newLineId }: Versions): LineIds {
  const ofOrder = take(lines)
  // A line that was removed in Kontor has an id of its own here, so that it is missing in the order.
  const baseIds = base.lines.map((line, index) => ofOrder(line) ?? `removed-${index}`)
  const known = new Set(baseIds)
  const ofBoth = take([
    ...base.lines.map((line, index) => ({ ...line, id: baseIds[index] ?? '' })),
    ...lines.filter(({ id }) => !known.has(id)),
  ])
  return { base: baseIds, given: given.lines.map((line, index) => ofBoth(line) ?? newLineId(index)) }
}

/** Returns the id of the first line with the same SKU and name that was not returned before. */
function take(lines: readonly (NamedLine & { id: string })[]): (line: NamedLine) => string | undefined {
  const keyOf = ({ sku, name }: NamedLine): string => JSON.stringify([sku, name])
  const left = Map.groupBy(lines, keyOf)
  return (line) => left.get(keyOf(line))?.shift()?.id
}

/** Whether a line was added here and in the shop since. */
function isAddedOnBothSides(field: string, base: Fields, now: Fields): boolean {
  const quantity = `lines.${lineIdOf(field)}.quantity`
  return !base.has(quantity) && now.has(quantity)
}

/** Whether an order that is `now` can become what the shop says: what happened cannot be undone. */
function canFollow(
  field: string,
  value: FieldValue,
  { now, refundPendingMinor, disputedMinor }: Versions,
  values: ReadonlyMap<string, FieldValue>,
): boolean {
  if (!isFact(field)) return true
  const after = (name: string): number => Number(values.get(name) ?? valueOf(now, name))
  if (Number(value) < Number(valueOf(now, field))) return false
  if (field === 'refundedMinor')
    return refundPendingMinor === 0 && Number(value) + disputedMinor <= after('capturedMinor')
  return !isShipped(field) || Number(value) <= after(field.replace('shippedQuantity', 'quantity'))
}

/** `lines.<id>.quantity` as `lines.<index>.quantity`, where the index is that of the shop. */
function createPathNamer({ base, given }: LineIds): (field: string) => string {
  const indexes = new Map([...base, ...given].map((id) => [id, -1]))
  for (const [index, id] of base.entries()) indexes.set(id, index)
  for (const [index, id] of given.entries()) indexes.set(id, index)
  return (field) => {
    const id = lineIdOf(field)
    return id === undefined ? field : field.replace(`lines.${id}`, `lines.${indexes.get(id)}`)
  }
}

/** The values as differences; a line that was added or removed is one, with what it is. */
function describeValues(
  values: ReadonlyMap<string, FieldValue>,
  now: Fields,
  { base, given }: Versions,
  name: (field: string) => string,
): Difference[] {
  return [...values].flatMap(([field, value]): Difference[] => {
    const id = lineIdOf(field)
    if (id === undefined) return [{ path: field, known: valueOf(now, field), given: value }]
    const [line, quantity] = [`lines.${id}`, `lines.${id}.quantity`]
    const isAdded = field !== line && !now.has(quantity)
    if (isAdded && field !== quantity) return []
    const path = name(isAdded ? line : field)
    const index = Number(path.split('.')[1])
    if (isAdded) return [{ path, known: null, given: describeLine(given.lines[index], value) }]
    if (field === line) return [{ path, known: describeLine(base.lines[index], valueOf(now, quantity)), given: null }]
    return [{ path, known: valueOf(now, field), given: value }]
  })
}

/** What identifies an order or a payment never changes. Times of what happened are taken with it, and otherwise stay. */
function listFixed(base: OrderDraft, given: OrderDraft): Difference[] {
  const differences: Difference[] = (['externalNumber', 'placedAt'] as const).map((path) => ({
    path,
    known: base[path],
    given: given[path],
  }))
  if (base.payment && given.payment && base.payment.capturedMinor === given.payment.capturedMinor)
    for (const key of ['provider', 'reference'] as const)
      differences.push({ path: `payment.${key}`, known: base.payment[key], given: given.payment[key] })
  return differences.filter((difference) => difference.known !== difference.given)
}

import type { OrderRecord } from '#server/db/schema/orders.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashPersonalValues, isConcealed, type StoredChange } from '#server/events/personal-values.ts'
import { hashPayload } from '#server/orders/intake/numbered-draft.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { countErasedVersions } from '#server/self-check/orders/intake/shop-updates.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { add } from '#shared/money.ts'

/**
 * The personal values of an order's events are those that were recorded, without as many as erasing its personal data has deleted; what it
 * was imported from is then what the last erasure left of it.
 */
export function verifyPersonalValues(
  findings: Findings,
  order: Pick<OrderRecord, 'number'>,
  {
    events,
    personalValues,
    imports,
  }: {
    events: readonly Pick<RelatedRows['events'][number], 'id' | 'action' | 'parameters'>[]
  } & Pick<RelatedRows, 'personalValues' | 'imports'>,
): void {
  const inOrder = sortByVersion(events)
  const erasures = inOrder
    .filter(({ action }) => action === 'order.erased')
    .map(({ parameters }) => parseParameters(parameters).parameters)
  const erasure = erasures.at(-1)
  if (erasure) {
    const erased = imports.slice(0, countErasedVersions(inOrder))
    const payloads = hashPayload(erased.map(({ payload }) => payload).join('\n'))
    findings.expectEqual(
      'orders-as-received',
      `order_imports ${order.number}`,
      'payload',
      payloads,
      erasure['payloads'],
    )
  }
  let erasedValues = 0
  const rows = new Map(personalValues.map((row) => [`${row.event_id} ${row.field}`, row]))
  for (const { id, parameters } of events)
    for (const { field, valuesHash } of listConcealed(parameters)) {
      const key = `${id} ${field}`
      const row = rows.get(key)
      rows.delete(key)
      if (row)
        findings.expectEqual(
          'orders-recorded',
          `event_personal_values ${key}`,
          'hash',
          hashPersonalValues(row),
          valuesHash,
        )
      else erasedValues++
    }
  const expected = add(0, ...erasures.map((each) => Number(each['erasedValues'])))
  findings.expectEqual('orders-recorded', `event_personal_values of ${order.number}`, 'erased', erasedValues, expected)
  for (const key of rows.keys()) findings.addViolation('orders-recorded', `event_personal_values ${key}: not recorded`)
}

const sortByVersion = <Event extends { parameters: string }>(events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => versionOf(a) - versionOf(b))

const versionOf = ({ parameters }: { parameters: string }): number =>
  Number(parseParameters(parameters).parameters['version'] ?? 0)

/** The changes of an event whose values it conceals; none of parameters that cannot be read, which the hash chain reports. */
export function listConcealed(parameters: string) {
  try {
    const { changes = [] } = JSON.parse(parameters) as { changes?: StoredChange[] }
    return changes.filter(isConcealed)
  } catch {
    return []
  }
}

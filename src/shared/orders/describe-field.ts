import type { orderPanel } from '#shared/messages/en/order-panel.ts'
import { formatMoney } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { type FieldValue, lineIdOf } from '#shared/orders/fields.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** The names of the lines of an order by id, also of lines that are removed by now, which its events know. */
export function listLineNames({ lines, events }: Pick<OrderView, 'lines' | 'events'>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { field, from, to } of events.flatMap(({ changes }) => changes))
    if (/^lines\.[^.]+\.name$/.test(field)) names.set(lineIdOf(field) ?? '', String(to ?? from))
  for (const { id, name } of lines) names.set(id, name)
  return names
}

/** The label of a field that staff edit, such as `Shipping address: City`; `undefined` for one that only follows from others. */
export function describeField(
  field: string,
  lineNames: ReadonlyMap<string, string>,
  { edit }: Pick<typeof orderPanel, 'edit'>,
): string | undefined {
  const lineId = lineIdOf(field)
  const [group = '', key = ''] = lineId === undefined ? field.split('.') : [lineNames.get(lineId), field.split('.')[2]]
  if (key === '') return lineId === undefined ? ownValue(edit.fields, field) : group
  const isAddress = group === 'shippingAddress' || group === 'billingAddress'
  const label = ownValue<string>(lineId === undefined ? (isAddress ? edit.addressFields : {}) : edit.lineFields, key)
  return label && edit.inGroup(isAddress ? edit[group] : group, label)
}

/** The value of a field as users read it. */
export const formatFieldValue = (field: string, value: FieldValue, currency: string): string =>
  value === null || value === '' ? '–' : field.endsWith('Minor') ? formatMoney(Number(value), currency) : String(value)

import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import { describeField, formatFieldValue } from '#shared/orders/describe-field.ts'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { lineIdOf } from '#shared/orders/fields.ts'

/** An edit may change each of a thousand lines; the API has all of it. */
const shownChanges = 100

interface EventChangesProps {
  event: EventView
  currency: string
  /** The names of the lines by id. */
  lineNames: ReadonlyMap<string, string>
  /** Where the order opens as it was after the event; `undefined` if that is the order as it is. */
  versionHref: string | undefined
}

/** What an event changed: each field before and after. Nothing if it changed no field that staff edit. */
export function EventChanges({ event, currency, lineNames, versionHref }: EventChangesProps) {
  const { orders } = useOrderMessages()
  const items = describeChanges(event.changes, currency, lineNames, orders)
  if (items.length === 0) return null
  return (
    <details className="changes">
      <summary>{orders.edit.changeCount(items.length)}</summary>
      <ChangeList items={items} />
      {versionHref !== undefined && (
        <a className="link" href={versionHref} data-scroll="keep">
          {orders.order.earlier.view}
        </a>
      )}
    </details>
  )
}

/** Fields with their values before and after. */
export function ChangeList({ items }: { items: readonly DescribedChange[] }) {
  const { orders } = useOrderMessages()
  return (
    <>
      <dl>
        {items.slice(0, shownChanges).map(({ label, from, to, isErased }, index) => (
          <div key={index}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">
              {isErased && <i>{orders.edit.erased}</i>}
              {from !== undefined && <del>{from}</del>}
              {from !== undefined && to !== undefined && ' → '}
              {to !== undefined && <ins>{to}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {items.length > shownChanges && <p>{orders.edit.moreChanges(items.length - shownChanges)}</p>}
    </>
  )
}

/** A line that was added has no `from`, one that was removed no `to`, erased personal data neither. */
interface DescribedChange {
  label: string
  from?: string
  to?: string
  isErased?: boolean
}

/** The changes of fields that staff edit, as they read them. */
export function describeChanges(
  changes: readonly FieldChange[],
  currency: string,
  lineNames: ReadonlyMap<string, string>,
  words: OrderMessages['orders'],
): DescribedChange[] {
  // When a line was added or removed, all of its fields changed: its quantity is enough.
  const whole = new Set(changes.flatMap(({ field }) => (field.endsWith('.position') ? (lineIdOf(field) ?? []) : [])))
  return changes.flatMap(({ field, from, to, isErased }): DescribedChange[] => {
    const id = lineIdOf(field)
    if (id !== undefined && whole.has(id)) {
      if (field !== `lines.${id}.quantity`) return []
      const label = lineNames.get(id) ?? ''
      return [
        from === null ? { label, to: words.edit.added(Number(to)) } : { label, from: words.edit.removed(Number(from)) },
      ]
    }
    const label = describeField(field, lineNames, words)
    if (label === undefined) return []
    if (isErased) return [{ label, isErased }]
    return [{ label, from: formatFieldValue(field, from, currency), to: formatFieldValue(field, to, currency) }]
  })
}

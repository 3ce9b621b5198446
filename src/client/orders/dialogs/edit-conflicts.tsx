import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { describeField, formatFieldValue, listLineNames } from '#shared/orders/describe-field.ts'
import type { EditConflict } from '#shared/orders/merge-edits.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { useEffect, useRef } from 'react'

interface EditConflictsProps {
  order: Pick<OrderView, 'currency' | 'lines' | 'events'>
  conflicts: readonly EditConflict[]
  /** The version of the order in which the conflicts are. */
  version: number | undefined
  /** The values of a form that came back without script. */
  posted: Record<string, string>
}

/** What someone else changed meanwhile in the same fields: the value before, theirs and the user's, to choose from. */
export function EditConflicts({ order, conflicts, version, posted }: EditConflictsProps) {
  const { orders } = useOrderMessages()
  const words = orders.edit.conflict
  const lineNames = listLineNames(order)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus()
  }, [version])
  if (conflicts.length === 0) return null
  const show = (field: string, value: EditConflict['mine']) =>
    value === null ? words.removed : formatFieldValue(field, value, order.currency)
  return (
    <div className="edit__conflicts" ref={list}>
      <input type="hidden" name="conflictVersion" value={version ?? ''} />
      {conflicts.map(({ field, base, mine, theirs }) => {
        const name = `choices[${field}]`
        return (
          <fieldset key={`${field} ${theirs}`} className="edit__conflict">
            <legend>{describeField(field, lineNames, orders)}</legend>
            {(['mine', 'theirs'] as const).map((choice) => (
              <label key={choice} className="choice">
                <input type="radio" name={name} value={choice} defaultChecked={posted[name] === choice} />
                <span>
                  {words[choice]}
                  <b>{show(field, choice === 'mine' ? mine : theirs)}</b>
                </span>
              </label>
            ))}
            <p className="xs muted">
              {words.base}
              {show(field, base)}
            </p>
          </fieldset>
        )
      })}
    </div>
  )
}

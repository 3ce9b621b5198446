import { useMessages } from '#client/app/page-context.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import { openQuantityOf } from '#shared/orders/order.ts'
import type { OrderLine } from '#shared/orders/views.ts'
import type { FormEvent } from 'react'

interface ShipLinesProps {
  /** Those of which something is left to ship. */
  lines: readonly OrderLine[]
  /** Called with the number of items in the parcel when a quantity changes. */
  onItems: (items: number) => void
}

/** The quantities that go into a parcel: everything that is left unless they are changed. */
export function ShipLines({ lines, onItems }: ShipLinesProps) {
  const { shipping } = useMessages()
  const { getValue, getError } = useForm()
  const error = getError('lines')
  const countItems = ({ currentTarget }: FormEvent<HTMLElement>): void => {
    const inputs = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=number]')]
    onItems(inputs.reduce((items, { value }) => items + (Number(value) || 0), 0))
  }
  return (
    <fieldset className="ship__lines" onInput={countItems}>
      <legend className="sr-only">{shipping.items}</legend>
      {error && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
      <ul>
        {lines.map((line, index) => (
          <li key={line.id}>
            <input type="hidden" name={`lines[${index}][id]`} value={line.id} />
            <Field
              name={`lines[${index}][quantity]`}
              label={line.name}
              aside={<span className="dimmed num">{shipping.quantityOf(openQuantityOf(line))}</span>}
            >
              {(control) => (
                <input
                  {...control}
                  className="input num"
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={openQuantityOf(line)}
                  defaultValue={getValue(control.name) ?? openQuantityOf(line)}
                />
              )}
            </Field>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

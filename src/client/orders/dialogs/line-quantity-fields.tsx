import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { FormEvent } from 'react'

export interface LineQuantity {
  /** The id of the line of the order. */
  id: string
  name: string
  maximum: number
  defaultQuantity: number
}

interface LineQuantityFieldsProps {
  items: readonly LineQuantity[]
  legend: string
  /** Called with the sum of the quantities when one changes. */
  onSum?: (sum: number) => void
}

/** How many items of each line, for the list `lines` of a form. */
export function LineQuantityFields({ items, legend, onSum }: LineQuantityFieldsProps) {
  const { shipping } = useOrderMessages()
  const { getValue } = useForm()
  const addUp = ({ currentTarget }: FormEvent<HTMLElement>): void => {
    const inputs = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=number]')]
    onSum?.(inputs.reduce((sum, { value }) => sum + (Number(value) || 0), 0))
  }
  return (
    <fieldset className="line-quantities" onInput={addUp}>
      <legend className="sr-only">{legend}</legend>
      <ListError name="lines" />
      <ul>
        {items.map(({ id, name, maximum, defaultQuantity }, index) => (
          <li key={id}>
            <input type="hidden" name={`lines[${index}][id]`} value={id} />
            <Field
              name={`lines[${index}][quantity]`}
              label={name}
              aside={<span className="dimmed num">{shipping.quantityOf(maximum)}</span>}
            >
              {(control) => (
                <input
                  {...control}
                  className="input num"
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={maximum}
                  defaultValue={getValue(control.name) ?? defaultQuantity}
                  onFocus={({ target }) => target.select()}
                />
              )}
            </Field>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The error of a list as a whole, such as that nothing was chosen. */
export function ListError({ name }: { name: string }) {
  const error = useForm().getError(name)
  return (
    error && (
      <p className="field__error" role="alert">
        <Icon name="circle-alert" />
        {error}
      </p>
    )
  )
}

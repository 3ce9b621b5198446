import { useForm } from '#client/ui/form-state.ts'
import type { ReactNode } from 'react'

interface CheckboxFieldProps {
  name: string
  /** What it sends when it is checked; `1` by default. */
  value?: string
  label: ReactNode
  hint?: string | undefined
  defaultChecked?: boolean
  onValue?: (checked: boolean) => void
}

/** A checkbox. */
export function CheckboxField({ name, label, hint, value = '1', defaultChecked = false, onValue }: CheckboxFieldProps) {
  const { countItems, getValue, isReturned } = useForm()
  const sent = [name, ...Array.from({ length: countItems(name) }, (_, index) => `${name}[${index}]`)].map(getValue)
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isReturned ? sent.includes(value) : defaultChecked}
        onChange={onValue && ((event) => onValue(event.target.checked))}
      />
      <span>
        {label}
        {hint && <span className="choice__hint">{hint}</span>}
      </span>
    </label>
  )
}

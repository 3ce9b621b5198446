import { useForm } from '#client/ui/form-state.ts'
import type { ReactNode } from 'react'

interface CheckboxFieldProps {
  name: string
  label: ReactNode
  hint?: string | undefined
  defaultChecked?: boolean
  onValue?: (checked: boolean) => void
}

/** A checkbox that sends `1`. */
export function CheckboxField({ name, label, hint, defaultChecked = false, onValue }: CheckboxFieldProps) {
  const { getValue } = useForm()
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={getValue(name) === '1' || defaultChecked}
        onChange={onValue && ((event) => onValue(event.target.checked))}
      />
      <span>
        {label}
        {hint && <span className="choice__hint">{hint}</span>}
      </span>
    </label>
  )
}

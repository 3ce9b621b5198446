import { useId, useState, type ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Field, type FieldProps } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  size?: 'md' | 'lg'
  autoFocus?: boolean
  /** Gets the focus when the dialog around it opens. */
  focusInDialog?: boolean
  onValue?: (value: string) => void
  /** Password rules, shown below the field. */
  rules?: ReactNode
}

/** A password field with a show/hide button. Its value is never restored after a form error. */
export function PasswordField({
  autoComplete,
  size = 'md',
  autoFocus = false,
  focusInDialog = false,
  onValue,
  rules,
  ...field
}: PasswordFieldProps) {
  const { common } = useMessages()
  const [shown, setShown] = useState(false)
  const rulesId = useId()
  return (
    <Field {...field} more={rules && <div id={rulesId}>{rules}</div>} moreId={rulesId}>
      {(control) => (
        <span className={size === 'lg' ? 'input input--lg' : 'input'} aria-invalid={control['aria-invalid']}>
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={autoFocus}
            data-autofocus={focusInDialog || undefined}
            onChange={onValue && ((event) => onValue(event.target.value))}
          />
          <button
            type="button"
            className="x input__eye needs-script"
            aria-label={shown ? common.hidePassword : common.showPassword}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </span>
      )}
    </Field>
  )
}

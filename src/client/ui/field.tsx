import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Icon } from '#client/ui/icon.tsx'

export interface FieldProps {
  name: string
  label: string
  /** One sentence below the field. */
  hint?: ReactNode
  optional?: boolean
  /** False for a choice that may be empty, and for fields of which some stay empty; by default true unless it is `optional`. */
  required?: boolean
  /** At the end of the label's line: what a number is part of. */
  aside?: ReactNode
  /** A link in its place. */
  link?: ReactNode
}

interface FrameProps extends FieldProps {
  /** Renders the control with these props. */
  children: (control: ControlProps) => ReactNode
  /** Below the control, such as a list of password rules. */
  more?: ReactNode
  moreId?: string
}

/** The props that connect a control with its label, hint and error. */
export interface ControlProps {
  'id': string
  'name': string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
  'onBlur': () => void
  'onInput': () => void
}

/** The frame of every field: label above, hint or error below. */
export function Field({
  name,
  label,
  hint,
  optional = false,
  required = !optional,
  aside,
  link,
  more,
  moreId,
  children,
}: FrameProps) {
  const { common } = useMessages()
  const form = useForm()
  const id = useId()
  const error = form.getError(name)
  const described = [aside && !optional && `${id}-aside`, error ? `${id}-error` : hint && `${id}-hint`, more && moreId]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field">
      <div className="field__label">
        <label htmlFor={id}>{label}</label>
        {optional ? (
          <span className="field__opt">{common.optional}</span>
        ) : aside ? (
          <span id={`${id}-aside`}>{aside}</span>
        ) : (
          link
        )}
      </div>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
        'onBlur': () => form.validateField(name, false),
        'onInput': () => form.validateField(name, true),
      })}
      {error ? (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field__hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
      {more}
    </div>
  )
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'search' | 'date' | 'datetime-local' | 'number' | undefined
  defaultValue?: string | undefined
  placeholder?: string | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  size?: 'md' | 'lg' | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | undefined
  maxLength?: number | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  /** Values that the browser offers; any other one is accepted, too. */
  suggestions?: readonly string[]
  /** Before the text, inside the border, such as a currency sign or an icon. */
  prefix?: ReactNode
  onValue?: ((value: string) => void) | undefined
}

/** A single-line text field. */
export function TextField({
  size = 'md',
  defaultValue,
  prefix,
  onValue,
  suggestions,
  type = 'text',
  ...field
}: TextFieldProps) {
  const { getValue } = useForm()
  const { placeholder, autoComplete, inputMode, maxLength, disabled, readOnly, autoFocus } = field
  return (
    <Field {...field}>
      {(control) => {
        const input = {
          ...control,
          type,
          placeholder,
          autoComplete,
          inputMode,
          maxLength,
          disabled,
          readOnly,
          autoFocus,
          defaultValue: getValue(field.name) ?? defaultValue,
          onChange: onValue && ((event: { target: HTMLInputElement }) => onValue(event.target.value)),
        }
        if (suggestions)
          return (
            <>
              <input {...input} list={`${control.id}-list`} className={inputClass(size)} />
              <datalist id={`${control.id}-list`}>
                {suggestions.map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            </>
          )
        if (!prefix) return <input {...input} className={inputClass(size)} />
        const prefixId = `${control.id}-prefix`
        return (
          <span className={inputClass(size)} aria-invalid={control['aria-invalid']}>
            <span className="dimmed" id={prefixId}>
              {prefix}
            </span>
            <input {...input} aria-describedby={[prefixId, control['aria-describedby']].filter(Boolean).join(' ')} />
          </span>
        )
      }}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  defaultValue?: string | undefined
  size?: 'md' | 'lg' | undefined
  disabled?: boolean | undefined
  onValue?: ((value: string) => void) | undefined
}

/** A choice from a short list. Uses the native `<select>`, which works without script and on touch screens. */
export function SelectField({ options, defaultValue, size = 'md', disabled, onValue, ...field }: SelectFieldProps) {
  const { getValue } = useForm()
  return (
    <Field {...field}>
      {(control) => (
        <span className={`${inputClass(size)} select`} data-disabled={disabled || undefined}>
          <select
            {...control}
            disabled={disabled}
            defaultValue={getValue(field.name) ?? defaultValue}
            onChange={onValue && (({ target }) => onValue(target.value))}
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  )
}

interface TextAreaFieldProps extends FieldProps {
  defaultValue?: string | undefined
  rows?: number | undefined
  maxLength?: number | undefined
  autoFocus?: boolean | undefined
}

/** A multi-line text field. */
export function TextAreaField({ defaultValue, rows = 2, maxLength, autoFocus, ...field }: TextAreaFieldProps) {
  const { getValue } = useForm()
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className="input"
          rows={rows}
          maxLength={maxLength}
          autoFocus={autoFocus}
          defaultValue={getValue(field.name) ?? defaultValue}
        />
      )}
    </Field>
  )
}

const inputClass = (size: 'md' | 'lg'): string => (size === 'lg' ? 'input input--lg' : 'input')

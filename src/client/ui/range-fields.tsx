import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { hasTime } from '#shared/list/day-bounds.ts'
import { amountBound } from '#shared/list/range-fields.ts'
import { type ReactNode, useId } from 'react'

interface DateRangeFieldProps {
  /** The chip of the filter leads to `filter-{id}`. */
  id?: string
  label: string
  /** The query parameters of both ends. */
  names?: readonly [from: string, to: string]
  /** Days, both included, or minutes of them (`day-bounds.ts`). */
  from: string | undefined
  to: string | undefined
  /** The range that moves with the day, sent as the first day unless another is entered. */
  relative?: string | undefined
  /** The error of the range. */
  error?: string | undefined
  /** Links to common ranges. */
  presets?: readonly { label: string; href: string; current: boolean }[]
}

/** Days of the book's zone, open at either end. */
export function DateRangeField({
  id,
  label,
  names = ['from', 'to'],
  from = '',
  to = '',
  relative,
  error,
  presets = [],
}: DateRangeFieldProps) {
  const { common, lists } = useMessages()
  const { book } = usePageContext()
  const errorId = useId()
  return (
    <RangeFieldset id={id} label={label}>
      {presets.length > 0 && (
        <ul className="filter__presets" aria-label={lists.presetLabel}>
          {presets.map((preset) => (
            <li key={preset.href}>
              <a className="btn btn--sm" href={preset.href} aria-current={preset.current ? 'true' : undefined}>
                {preset.label}
              </a>
            </li>
          ))}
        </ul>
      )}
      <label>
        {common.from}
        <input className="input" {...toInputType(from)} name={names[0]} defaultValue={from} />
      </label>
      {relative && <input type="hidden" name={names[0]} value={relative} />}
      <label>
        {common.to}
        <input
          className="input"
          {...toInputType(to)}
          name={names[1]}
          defaultValue={to}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </label>
      <RangeError id={errorId}>{error}</RangeError>
      <p className="filter__zone">{(hasTime(from + to) ? common.timesInZone : common.daysInZone)(book.timeZone)}</p>
    </RangeFieldset>
  )
}

/** The chip of the filter leads to `filter-{id}`. */
const RangeFieldset = ({ id, label, children }: { id?: string | undefined; label: string; children: ReactNode }) => (
  <div className="filter__days">
    <fieldset id={id && `filter-${id}`}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  </div>
)

const toInputType = (bound: string) =>
  hasTime(bound) ? { type: 'datetime-local', max: '9999-12-31T23:59' } : { type: 'date', max: '9999-12-31' }

const RangeError = ({ id, children }: { id: string; children: string | undefined }) =>
  children && (
    <p className="field__error" id={id} role="alert">
      <Icon name="circle-alert" />
      {children}
    </p>
  )

interface AmountRangeFieldProps {
  /** The chip of the filter leads to `filter-{id}`. */
  id: string
  label: string
  /** Name and value of both ends. */
  values: readonly (readonly [name: string, value: string | undefined])[]
  /** The error of the range. */
  error?: string | undefined
}

/** Amounts in the currency of each row, open at either end. */
export function AmountRangeField({ id, label, values, error }: AmountRangeFieldProps) {
  const { lists } = useMessages()
  const errorId = useId()
  return (
    <RangeFieldset id={id} label={label}>
      {values.map(([name, value], index) => (
        <label key={name}>
          {index === 0 ? lists.atLeast : lists.atMost}
          <input
            className="input"
            name={name}
            inputMode="decimal"
            pattern={amountBound.source}
            placeholder="0.00"
            defaultValue={value}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
          />
        </label>
      ))}
      <RangeError id={errorId}>{error}</RangeError>
    </RangeFieldset>
  )
}

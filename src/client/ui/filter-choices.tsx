import { Icon } from '#client/ui/icon.tsx'

interface CheckboxGroupProps<Value extends string> {
  /** The chip of the filter leads to `filter-{id}`. */
  id?: string
  name: string
  label: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: readonly Value[]
}

/** Selects any number of a fixed set of values. */
export const CheckboxGroup = <Value extends string>({
  id,
  name,
  label,
  values,
  words,
  selected,
}: CheckboxGroupProps<Value>) => (
  <fieldset className="choices" id={id && `filter-${id}`}>
    <legend>{label}</legend>
    {values.map((value) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={selected.includes(value)} />
        {words[value]}
      </label>
    ))}
  </fieldset>
)

interface RadioGroupProps<Value extends string> {
  /** The chip of the filter leads to `filter-{id}`. */
  id?: string
  name: string
  label: string
  /** The label of the choice “no filter”. */
  any: string
  values: readonly Value[]
  words: Record<Value, string>
  selected: Value | undefined
}

/** Selects one of a fixed set of values, or none. */
export const RadioGroup = <Value extends string>({
  id,
  name,
  label,
  any,
  values,
  words,
  selected,
}: RadioGroupProps<Value>) => (
  <fieldset className="choices" id={id && `filter-${id}`}>
    <legend>{label}</legend>
    <label>
      <input type="radio" name={name} value="" defaultChecked={selected === undefined} />
      {any}
    </label>
    {values.map((value) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={value === selected} />
        {words[value]}
      </label>
    ))}
  </fieldset>
)

export interface Option {
  value: string
  label: string
}

interface OptionSelectProps {
  /** The chip of the filter leads to `filter-{id}`. */
  id: string
  name: string
  label: string
  /** The label of the option “no filter”. */
  any: string
  options: readonly Option[]
  selected: string | undefined
}

/** Selects one of many values, or none. */
export const OptionSelect = ({ id, name, label, any, options, selected = '' }: OptionSelectProps) => (
  <div className="filter__option">
    <label htmlFor={`filter-${id}`}>{label}</label>
    <span className="input select">
      <select id={`filter-${id}`} name={name} defaultValue={selected}>
        <option value="">{any}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  </div>
)

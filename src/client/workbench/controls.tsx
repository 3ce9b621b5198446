import { useState } from 'react'
import { usePageContext } from '#client/app/page-context.tsx'
import { Button, ButtonGroup, IconButton } from '#client/ui/button.tsx'
import { ComboboxField } from '#client/ui/combobox.tsx'
import { CountryField } from '#client/ui/country-field.tsx'
import { SelectField, TextAreaField, TextField } from '#client/ui/field.tsx'
import { FormProvider, type FormState, useForm } from '#client/ui/form-state.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SearchField } from '#client/ui/toolbar.tsx'
import { Example, ExampleRow, useNotifyPressed } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'

const variants = ['primary', 'default', 'soft', 'ghost', 'danger'] as const

/** Buttons in all variants, sizes and states. */
export function Buttons() {
  const { words } = useWorkbenchMessages()
  const pressed = useNotifyPressed()
  return (
    <Example topic="buttons">
      {variants.map((variant) => (
        <ExampleRow key={variant} label={words[variant]}>
          <Button variant={variant} onClick={pressed}>
            {words.ship}
          </Button>
          <Button variant={variant} busy>
            {words.shipping}
          </Button>
          <Button variant={variant} disabled>
            {words.ship}
          </Button>
          <Button variant={variant} icon="truck" onClick={pressed}>
            {words.ship}
          </Button>
          <IconButton variant={variant} icon="truck" label={words.shipShort} shortcut="S" onClick={pressed} />
        </ExampleRow>
      ))}
      <ExampleRow label={words.sizes}>
        <Button size="sm" onClick={pressed}>
          {words.small}
        </Button>
        <Button onClick={pressed}>{words.medium}</Button>
        <Button size="lg" onClick={pressed}>
          {words.large}
        </Button>
        <ButtonGroup>
          <IconButton icon="chevron-left" label="2026-08" onClick={pressed} />
          <Button onClick={pressed}>2026-09</Button>
          <IconButton icon="chevron-right" label="2026-10" disabled />
        </ButtonGroup>
      </ExampleRow>
    </Example>
  )
}

/** Empty, filled, invalid and disabled fields. */
export function Fields() {
  const { words } = useWorkbenchMessages()
  const { book } = usePageContext()
  const form = useForm()
  const invalidForm: FormState = { ...form, getError: (name) => (name === 'amount' ? words.tooMuch : undefined) }
  return (
    <Example topic="fields">
      <FormProvider value={invalidForm}>
        <div className="example__grid">
          <TextField name="carrier" label={words.carrier} placeholder="SF Express" />
          <TextField name="amount" label={words.amount} prefix="¥" defaultValue="1,212.40" inputMode="decimal" />
          <SelectField
            name="reason"
            label={words.reason}
            optional
            options={words.reasons.map((label) => ({ value: label, label }))}
          />
          <TextField
            name="number"
            label={words.number}
            hint={words.numberHint}
            defaultValue="SO260923-00042"
            disabled
          />
          <PasswordField name="password" label={words.password} autoComplete="current-password" />
          <TextField
            name="day"
            label={words.day}
            type="date"
            hint={words.dayHint(book.timeZone)}
            defaultValue="2026-09-25"
          />
          <TextAreaField name="note" label={words.note} optional defaultValue={words.noteExample} />
          <ComboboxField
            name="product"
            label={words.product}
            hint={words.productHint}
            suggest={(text) =>
              words.products
                .filter((title) => title.toLowerCase().includes(text.trim().toLowerCase()))
                .map((title) => ({ key: title, title, item: title }))
            }
            onChoose={(product, input) => void (input.value = product)}
          />
          <CountryField name="country" label={words.country} defaultValue="DE" />
          <SearchField label={words.number} placeholder={words.number} />
        </div>
      </FormProvider>
    </Example>
  )
}

/** Checkboxes, radios, switches, segmented controls. */
export function Choices() {
  const { words } = useWorkbenchMessages()
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('medium')
  return (
    <Example topic="choices">
      <ExampleRow label={words.checkbox}>
        <Choice label={words.restock} />
        <Choice label={words.notifyCustomer} checked />
        <Choice label={words.someLines} mixed />
        <Choice label={words.notAllowed} disabled />
      </ExampleRow>
      <ExampleRow label={words.radio}>
        <Choice type="radio" label={words.small} checked />
        <Choice type="radio" label={words.large} />
      </ExampleRow>
      <ExampleRow label={words.switch}>
        <Choice look="switch" label={words.notifyCustomer} checked />
        <Choice look="switch" label={words.restock} />
        <Choice look="switch" label={words.notAllowed} disabled />
      </ExampleRow>
      <ExampleRow label={words.segmented}>
        {(['md', 'sm'] as const).map((height) => (
          <Segmented
            key={height}
            size={height}
            label={words.sizes}
            value={size}
            onChoose={setSize}
            options={(['small', 'medium', 'large'] as const).map((value) => ({ value, label: words[value] }))}
          />
        ))}
      </ExampleRow>
    </Example>
  )
}

interface ChoiceProps {
  label: string
  type?: 'checkbox' | 'radio'
  look?: 'check' | 'switch'
  checked?: boolean
  mixed?: boolean
  disabled?: boolean
}

const Choice = ({ label, type = 'checkbox', look = 'check', checked, mixed = false, disabled }: ChoiceProps) => (
  <label className={disabled ? 'choice dimmed' : 'choice'}>
    <input
      className={look}
      type={type}
      role={look === 'switch' ? 'switch' : undefined}
      name={type === 'radio' ? 'example-radio' : undefined}
      defaultChecked={checked}
      disabled={disabled}
      ref={(input) => {
        if (input && mixed) input.indeterminate = true
      }}
    />
    {label}
  </label>
)

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { CountryField } from '#client/ui/country-field.tsx'
import { TextAreaField, TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { currencySign, formatDecimal } from '#shared/money.ts'
import type { Address, OrderView } from '#shared/orders/views.ts'
import { isAddressShared } from '#client/orders/format-address.ts'
import type { ReactNode } from 'react'

/** A group of fields with a heading. */
export const EditSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="edit__section">
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  </div>
)

interface FieldsProps {
  order: OrderView
  /** Whether the most frequently corrected of these fields gets the focus. */
  autoFocus: boolean
}

/** The contact of the customer, and the note. */
export function EditContact({ order, autoFocus }: FieldsProps) {
  const { edit } = useOrderMessages().orders
  return (
    <EditSection title={edit.contact}>
      <div className="edit__fields">
        <Text name="customerName" label={edit.fields.customerName} value={order.customerName} autoFocus={autoFocus} />
        <Text name="email" type="email" label={edit.fields.email} value={order.email} />
        <Text name="phone" type="tel" label={edit.fields.phone} value={order.phone} />
      </div>
      <TextAreaField name="note" label={edit.fields.note} defaultValue={order.note} optional />
    </EditSection>
  )
}

/** Where the order goes, and who is billed. */
export function EditAddresses({ order, autoFocus }: FieldsProps) {
  const { edit } = useOrderMessages().orders
  const { getValue } = useForm()
  const isSame = getValue('version') === undefined ? isAddressShared(order) : getValue('sameAddress') === '1'
  return (
    <>
      <EditSection title={edit.shippingAddress}>
        <AddressFields name="shippingAddress" address={order.shippingAddress} autoFocus={autoFocus} />
      </EditSection>
      <EditSection title={edit.billingAddress}>
        <label className="choice edit__same">
          <input type="checkbox" name="sameAddress" value="1" defaultChecked={isSame} />
          {edit.sameAddress}
        </label>
        <AddressFields name="billingAddress" address={order.billingAddress} />
      </EditSection>
    </>
  )
}

/** How it is shipped, what that costs, the tax and a discount on all items. */
export function EditShipping({ order }: { order: OrderView }) {
  const { create, edit } = useOrderMessages().orders
  const { currency } = order
  const sign = currencySign(currency)
  return (
    <EditSection title={edit.amounts}>
      <div className="edit__fields">
        <Text name="discount" label={edit.discount} hint={edit.discountHint} value="" />
        <Text
          name="tax"
          label={edit.fields.taxMinor}
          hint={edit.taxHint}
          value={formatDecimal(order.taxMinor, currency)}
          prefix={sign}
        />
        <TextField
          name="taxRate"
          label={create.taxRate}
          hint={edit.taxRateHint}
          placeholder={order.taxLines.map(({ rate }) => rate).join(', ')}
          inputMode="decimal"
          autoComplete="off"
          optional
        />
        <Text name="shippingMethod" label={edit.fields.shippingMethod} value={order.shippingMethod} />
        <Text
          name="shipping"
          label={edit.fields.shippingMinor}
          value={formatDecimal(order.shippingMinor, currency)}
          prefix={sign}
        />
      </div>
    </EditSection>
  )
}

interface AddressFieldsProps {
  name: 'shippingAddress' | 'billingAddress'
  address?: Address
  /** Whether the line with the street has the focus. */
  autoFocus?: boolean
}

/** The fields of an address, which may all be empty. */
export function AddressFields({ name, address, autoFocus = false }: AddressFieldsProps) {
  const { edit } = useOrderMessages().orders
  return (
    <div className="edit__fields edit__address">
      {addressKeys.map((key) => {
        const field = { name: `${name}[${key}]`, label: edit.addressFields[key] }
        const value = address?.[key] ?? ''
        return key === 'country' ? (
          <CountryField key={key} {...field} defaultValue={value} optional />
        ) : (
          <Text key={key} {...field} value={value} autoFocus={autoFocus && key === 'line1'} />
        )
      })}
    </div>
  )
}

const addressKeys = [
  'name',
  'company',
  'line1',
  'line2',
  'postcode',
  'city',
  'province',
  'country',
  'phone',
] as const satisfies (keyof Address)[]

interface TextProps {
  name: string
  label: string
  value: string
  type?: 'text' | 'email' | 'tel'
  hint?: string
  prefix?: string
  autoFocus?: boolean
}

/** Every field may be empty; browsers must not suggest the data of the person who edits. */
const Text = ({ value, ...field }: TextProps) => (
  <TextField {...field} defaultValue={value} autoComplete="off" optional />
)

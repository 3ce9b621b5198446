import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { CountryField } from '#client/ui/country-field.tsx'
import { SelectField, TextAreaField, TextField } from '#client/ui/field.tsx'
import { nameCountry } from '#shared/countries.ts'
import { emptyProfile, marketingConsents, type CustomerProfile, type ProfileField } from '#shared/customers/profile.ts'

interface ProfileFieldsProps {
  profile?: CustomerProfile
  /** The current values of fields that someone else has changed while they were edited. */
  current?: CustomerProfile
}

/** The fields of a customer, which may be empty: one of name, email address and phone number is enough. */
export function ProfileFields({ profile = emptyProfile, current = profile }: ProfileFieldsProps) {
  const { customers, orders } = useOrderMessages()
  const { locale } = usePageContext()
  const words = customers.profile
  const { fields, addressFields } = orders.edit
  const labels: Record<Exclude<ProfileField, 'note' | 'acceptsMarketing'>, string> = {
    name: fields.customerName,
    email: fields.email,
    phone: fields.phone,
    company: addressFields.company,
    line1: addressFields.line1,
    line2: addressFields.line2,
    postcode: addressFields.postcode,
    city: addressFields.city,
    province: addressFields.province,
    country: addressFields.country,
  }
  const common = (field: ProfileField) => ({
    name: field,
    defaultValue: profile[field],
    hint:
      current[field] === profile[field]
        ? undefined
        : words.now(field === 'country' ? nameCountry(current[field], locale) : current[field]),
    optional: true,
  })
  const text = (field: keyof typeof labels) => (
    <TextField
      key={field}
      {...common(field)}
      label={labels[field]}
      type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
      autoComplete="off"
      autoFocus={field === 'name'}
    />
  )
  return (
    <>
      <div className="edit__fields">{(['name', 'email', 'phone', 'company'] as const).map(text)}</div>
      <div className="edit__fields">
        {(['line1', 'line2', 'postcode', 'city', 'province'] as const).map(text)}
        <CountryField {...common('country')} label={labels.country} />
      </div>
      <TextAreaField {...common('note')} label={words.note} rows={2} />
      <SelectField
        {...common('acceptsMarketing')}
        label={words.acceptsMarketing}
        options={marketingConsents.map((value) => ({ value, label: words.consents[value] }))}
      />
    </>
  )
}

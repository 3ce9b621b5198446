import { listContacts } from '#shared/customers/contacts.ts'
import type { CustomerProfile } from '#shared/customers/profile.ts'

const addressFields = ['company', 'line1', 'line2', 'postcode', 'city', 'province', 'country'] as const

/**
 * By what a customer of a file is recognized whose line has neither an id nor a contact by which customers are found: the name and what is left of a masked email address or phone number, else
 * the name and the address. Undefined for a line with one of these, or without a name.
 */
export function toNameKey(externalId: string, fields: Partial<CustomerProfile>): string | undefined {
  const { name = '', email = '', phone = '' } = fields
  if (externalId !== '' || name === '' || listContacts({ email, phone }).length > 0) return undefined
  const rest = email + phone === '' ? addressFields.map((field) => fields[field] ?? '') : [email, phone]
  return JSON.stringify([name, ...rest])
}

import { type ImportMessages, type Row, toExcerpt } from '#server/imports/row.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import type { CustomerColumn } from '#shared/customers/import-mapping.ts'
import { type CustomerProfile, isNamed, profileLimits } from '#shared/customers/profile.ts'

/** A customer of a file: what its columns say. Fields without a column are missing. */
export interface CustomerDraft {
  line: number
  externalId: string
  fields: Partial<CustomerProfile>
  /** By what the same customer is recognized in the file. */
  keys: readonly string[]
}

const yes = /^(yes|true|1|y|subscribed|是|已订阅|同意)$/i
const no = /^(no|false|0|n|unsubscribed|not subscribed|否|未订阅)$/i

const plainColumns = ['company', 'line1', 'line2', 'postcode', 'city', 'province', 'country'] as const

/** One customer. Throws a `RowError`. */
export function readCustomer(row: Row, { customer }: ImportMessages['refused']): CustomerDraft {
  const fields: Partial<CustomerProfile> = {}
  const text = (column: CustomerColumn | 'addressPhone', maximum: number): string =>
    // Spreadsheet programs keep a number as text with an apostrophe.
    row.text(column, maximum + 1).replace(/^'(?=[+\d])/, '')
  if (['name', 'firstName', 'lastName'].some((column) => row.has(column))) fields.name = readName(row)
  if (row.has('email')) fields.email = text('email', profileLimits.email)
  if (row.has('phone') || row.has('addressPhone'))
    fields.phone = text('phone', profileLimits.phone) || text('addressPhone', profileLimits.phone)
  for (const column of plainColumns) if (row.has(column)) fields[column] = row.text(column, profileLimits[column])
  if (row.has('note')) fields.note = row.lines('note', profileLimits.note)
  if (row.has('acceptsMarketing')) {
    const answer = row.raw('acceptsMarketing')
    fields.acceptsMarketing = yes.test(answer) ? 'yes' : no.test(answer) ? 'no' : ''
  }
  const { name = '', email = '', phone = '' } = fields
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw row.error(customer.email(row.label('email'), toExcerpt(email)))
  if (!isNamed({ name, email, phone })) throw row.error(customer.unnamed)
  const externalId = row.key('externalId').replace(/^'/, '')
  const [contact] = listContacts({ email, phone })
  return {
    line: row.line,
    externalId,
    fields,
    keys: [...(externalId === '' ? [] : [`id:${externalId}`]), ...(contact?.startsWith('email:') ? [contact] : [])],
  }
}

/** A name in one column, or in one for each of its parts; a Chinese one begins with the family name. */
function readName(row: Row): string {
  const whole = row.text('name', profileLimits.name)
  if (whole !== '') return whole
  const [first, last] = [
    row.text('firstName', profileLimits.name / 2),
    row.text('lastName', profileLimits.name / 2 - 1),
  ]
  if (/\p{Script=Han}/u.test(last)) return `${last}${first}`
  return [first, last].filter(Boolean).join(' ') || row.text('nickname', profileLimits.name)
}

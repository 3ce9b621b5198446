import { toNameKey } from '#server/customers/name-key.ts'
import { isTotalsWord } from '#server/imports/totals-words.ts'
import type { ImportMessages, Row } from '#server/imports/row.ts'
import { toExcerpt } from '#server/imports/excerpt.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { type CustomerProfile, isNamed, profileLimits } from '#shared/customers/profile.ts'

/** A customer of a file: what its columns say. Fields without a column are missing. */
export interface CustomerDraft {
  line: number
  externalId: string
  fields: Partial<CustomerProfile>
  keys: FileKeys
}

interface FileKeys {
  /** The keys that this customer registers. */
  own: readonly string[]
  /** The keys by which it is recognized as the customer of an earlier line. */
  same: readonly string[]
}

const yes = /^(yes|true|1|y|subscribed|是|已订阅|同意)$/i
const no = /^(no|false|0|n|unsubscribed|not subscribed|否|未订阅)$/i

const plainColumns = ['company', 'line1', 'line2', 'postcode', 'city', 'province', 'country'] as const

/** One customer. Throws a `RowError`. */
export function readCustomer(row: Row, { customer }: ImportMessages['refused']): CustomerDraft {
  const fields: Partial<CustomerProfile> = {}
  if (['name', 'firstName', 'lastName'].some((column) => row.has(column))) fields.name = readName(row)
  if (row.has('email')) fields.email = row.text('email', profileLimits.email)
  if (row.has('phone') || row.has('addressPhone'))
    fields.phone = row.number('phone', profileLimits.phone) || row.number('addressPhone', profileLimits.phone)
  for (const column of plainColumns) if (row.has(column)) fields[column] = row.text(column, profileLimits[column])
  if (row.has('note')) fields.note = row.lines('note', profileLimits.note)
  if (row.has('acceptsMarketing')) {
    const answer = row.raw('acceptsMarketing')
    fields.acceptsMarketing = yes.test(answer) ? 'yes' : no.test(answer) ? 'no' : ''
  }
  const { name = '', email = '', phone = '' } = fields
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw row.error(customer.email(row.label('email'), toExcerpt(email)))
  const externalId = row.id('externalId', 'optional').replace(/^'/, '')
  // Without a name, a masked address or number identifies no customer.
  const isRecognized = name !== '' || externalId !== '' || listContacts({ email, phone }).length > 0
  if (!isNamed({ name, email, phone })) throw row.error(customer.unnamed)
  if (isTotalsWord(name) && email === '' && phone === '' && externalId === '') throw row.error(customer.totals)
  if (!isRecognized) throw row.error(customer.incomplete)
  return { line: row.line, externalId, fields, keys: toFileKeys(externalId, fields) }
}

/**
 * By what a customer of a file is recognized in it: the id, the email address, and the phone number; without any of these, the name with what else it says. Several people may share a phone, so one with
 * an email address is another than one with another address, and one with an id is another than one with another id.
 */
function toFileKeys(externalId: string, fields: Partial<CustomerProfile>): FileKeys {
  const nameKey = toNameKey(externalId, fields)
  if (nameKey !== undefined) return { own: [`name:${nameKey}`], same: [`name:${nameKey}`] }
  const { email: address = '', phone: number = '' } = fields
  const contacts = listContacts({ email: address, phone: number })
  const email = contacts.find((contact) => contact.startsWith('email:'))
  const phone = contacts.find((contact) => contact.startsWith('phone:'))
  const own = [...(externalId === '' ? [] : [`id:${externalId}`]), ...(email === undefined ? [] : [email])]
  if (phone === undefined) return { own, same: own }
  const [hasEmail, hasId] = [email !== undefined, externalId !== '']
  const others = [false, true].flatMap((otherHasEmail) =>
    [false, true].flatMap((otherHasId) =>
      (hasEmail && otherHasEmail) || (hasId && otherHasId) ? [] : [toPhoneKey(phone, otherHasEmail, otherHasId)],
    ),
  )
  return { own: [...own, toPhoneKey(phone, hasEmail, hasId)], same: [...own, ...others] }
}

const keyKinds = ['id', 'email', 'phone', 'name'] as const

export const toKeyKind = (key: string): (typeof keyKinds)[number] =>
  keyKinds.find((kind) => key.startsWith(`${kind}:`)) ?? 'phone'

const toPhoneKey = (phone: string, hasEmail: boolean, hasId: boolean): string =>
  [phone, hasEmail ? 'email' : '', hasId ? 'id' : ''].join(' ')

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

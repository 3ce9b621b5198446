import type { RequestContext } from '#server/context.ts'
import { findKeptNumbers } from '#server/customers/find-customer.ts'
import { findNewestOrders } from '#server/customers/list-store.ts'
import { type ProfileRecord, toProfile } from '#server/customers/profile-columns.ts'
import * as profiles from '#server/customers/profile-store.ts'
import { type ProfileChange, saveProfiles } from '#server/customers/save-profiles.ts'
import * as contactsStore from '#server/customers/contacts-store.ts'
import * as store from '#server/customers/store.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { toNameKey } from '#server/customers/name-key.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { type CustomerProfile, emptyProfile, listProfileChanges, profileFields } from '#shared/customers/profile.ts'

/** A customer of a file. Fields that the file does not have are missing. */
interface ImportedCustomer {
  externalId: string
  fields: Partial<CustomerProfile>
}

/** The result for a customer of a file. `other` is the number of the conflicting customer. */
export type CustomerOutcome =
  | { outcome: 'created' | 'updated' | 'unchanged' }
  | {
      outcome: 'refused'
      reason: 'email-of-other' | 'phone-of-other' | 'same-customer' | 'merged' | 'erased'
      other: string
    }

interface Planned {
  outcomes: CustomerOutcome[]
  /** What is to be stored of those that are created or updated, with the number of each known one. */
  changes: {
    number: string | undefined
    before: ProfileRecord | undefined
    after: CustomerProfile
    draft: ImportedCustomer
  }[]
}

/** What importing customers would do; writes nothing. */
export const classifyCustomers = async (
  db: Db,
  source: string,
  drafts: readonly ImportedCustomer[],
): Promise<CustomerOutcome[]> => (await plan(db, source, drafts)).outcomes

/** Imports customers: creates unknown ones, and applies values that differ from those of the last imported file. */
export async function importCustomerDrafts(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly ImportedCustomer[],
  { source, importNumber }: { source: string; importNumber: string },
): Promise<CustomerOutcome[]> {
  const { outcomes, changes } = await plan(transaction, source, drafts)
  const stored = changes.map(({ number, before, after, draft }): ProfileChange => {
    const salt = crypto.getRandomValues(new Uint8Array(16)).toHex()
    // A file without a column says nothing about it: what an earlier one said still counts.
    const received = JSON.stringify({ ...readReceived(before), ...draft.fields, salt })
    const origin = { source, externalId: draft.externalId, importNumber, received }
    return { ...(number !== undefined && { number }), before, after, origin }
  })
  if (stored.length > 0) await saveProfiles(transaction, context, stored, { action: 'customer.imported' })
  return outcomes
}

async function plan(db: Db, source: string, drafts: readonly ImportedCustomer[]): Promise<Planned> {
  const records = await findRecords(db, source, drafts)
  const { contacts, ids, names, kept } = records
  const stored = [...contacts.values(), ...ids.values(), ...names.values()]
  const known = await loadKnown(db, source, [...new Set(stored.flatMap((each) => [each, kept(each)]))])
  const taken = new Set<string>()
  const planned: Planned = { outcomes: [], changes: [] }
  for (const draft of drafts) {
    const { record, refusal } = match(draft, records, known)
    const number = record === undefined ? undefined : kept(record)
    const merged = record === number || record === undefined ? undefined : known.get(record)?.profile
    if (refusal) planned.outcomes.push({ outcome: 'refused', ...refusal })
    else if (merged && number !== undefined) {
      planned.outcomes.push(decideMerged(draft, merged, { number, profile: known.get(number)?.profile }))
      continue
    } else if (number !== undefined && taken.has(number))
      planned.outcomes.push({ outcome: 'refused', reason: 'same-customer', other: number })
    else planned.outcomes.push(decide(draft, number, number === undefined ? undefined : known.get(number), planned))
    if (number === undefined) continue
    taken.add(number)
    const found = known.get(number)
    // Lines that follow find the customer as they would in a later batch.
    if (found)
      known.set(number, {
        ...found,
        email: found.email || (draft.fields.email ?? ''),
        externalId: found.externalId || draft.externalId,
      })
  }
  return planned
}

/** The customers by which drafts are recognized, some of whom were merged into others: by contact, by the id in the shop, and by the key of the name. */
interface Records {
  contacts: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, string>
  names: ReadonlyMap<string, string>
  /** The customer, or the one that it was merged into. */
  kept: (number: string) => string
}

async function findRecords(db: Db, source: string, drafts: readonly ImportedCustomer[]): Promise<Records> {
  const contacts = await contactsStore.findOwners(db, [
    ...new Set(drafts.flatMap(({ fields }) => listContacts(toContact(fields)))),
  ])
  const ids = await profiles.findByExternalIds(
    db,
    source,
    drafts.map(({ externalId }) => externalId),
  )
  const names = await findByNameKeys(db, source, drafts)
  const kept = await findKeptNumbers(db, [...new Set([...contacts.values(), ...ids.values(), ...names.values()])])
  return { contacts, ids, names, kept: (number) => kept.get(number) ?? number }
}

/** The customers that are recognized by their names, by the key of the draft. Staff may have changed what a file said of them, but not the name. */
async function findByNameKeys(
  db: Db,
  source: string,
  drafts: readonly ImportedCustomer[],
): Promise<ReadonlyMap<string, string>> {
  const keyed = drafts.filter(({ externalId, fields }) => toNameKey(externalId, fields) !== undefined)
  const found = await profiles.findByNames(
    db,
    source,
    keyed.map(({ fields }) => fields.name ?? ''),
  )
  const numbers = new Map<string, string>()
  for (const { number, received } of found) {
    const key = toNameKey('', received === '' ? {} : (JSON.parse(received) as Partial<CustomerProfile>))
    if (key !== undefined && !numbers.has(key)) numbers.set(key, number)
  }
  return numbers
}

const toContact = ({ email = '', phone = '' }: Partial<CustomerProfile>) => ({ email, phone })

interface Known {
  profile: ProfileRecord | undefined
  /** The email address of the profile, or of the newest order. */
  email: string
  /** In the shop of the file; empty if none is known. */
  externalId: string
  isErased: boolean
}

async function loadKnown(db: Db, source: string, numbers: readonly string[]): Promise<Map<string, Known>> {
  const found = await profiles.findProfiles(db, numbers)
  const orders = await findNewestOrders(db, numbers)
  const erased = await store.listErased(db, numbers)
  return new Map(
    numbers.map((number) => {
      const profile = found.get(number)
      const email = profile?.email || (orders.get(number)?.email ?? '')
      const externalId = profile?.source === source ? profile.external_id : ''
      return [number, { profile, email, externalId, isErased: erased.has(number) }]
    }),
  )
}

/** The customer that a draft is, by the id in its shop, else by the email address, else by the phone number; without any of these by the name and what else the file says. */
function match(
  { externalId, fields }: ImportedCustomer,
  { contacts, ids, names, kept }: Records,
  known: ReadonlyMap<string, Known>,
): {
  record?: string | undefined
  refusal?: { reason: 'email-of-other' | 'phone-of-other' | 'erased'; other: string }
} {
  const nameKey = toNameKey(externalId, fields)
  if (nameKey !== undefined) return { record: names.get(nameKey) }
  const own = listContacts(toContact(fields))
  const byEmail = own.filter((contact) => contact.startsWith('email:')).map((contact) => contacts.get(contact))[0]
  const phone = own.find((contact) => contact.startsWith('phone:'))
  const byPhone = phone === undefined ? undefined : contacts.get(phone)
  const record = ids.get(externalId) ?? byEmail
  if (record === undefined) {
    // Several people share a phone more often than a mailbox, so another address or id is another person.
    const other = byPhone === undefined ? undefined : known.get(kept(byPhone))
    const isSame = other && !(fields.email && other.email) && !(externalId && other.externalId)
    return { record: isSame ? byPhone : undefined }
  }
  const number = kept(record)
  if (known.get(number)?.isErased) return { record, refusal: { reason: 'erased', other: number } }
  const isOther = (found: string | undefined): found is string => found !== undefined && kept(found) !== number
  if (isOther(byEmail)) return { refusal: { reason: 'email-of-other', other: kept(byEmail) } }
  const profile = known.get(number)?.profile
  const isKnownPhone = profile !== undefined && phone !== undefined && listContacts(profile).includes(phone)
  if (isOther(byPhone) && !isKnownPhone) return { refusal: { reason: 'phone-of-other', other: kept(byPhone) } }
  return { record }
}

/**
 * A line about a customer who was merged into another one says nothing about that one, who may have a line of their own. What is new in it is left to people,
 * unless they have entered it already.
 */
function decideMerged(
  { fields }: ImportedCustomer,
  merged: ProfileRecord,
  { number, profile }: { number: string; profile: ProfileRecord | undefined },
): CustomerOutcome {
  const [last, kept] = [readReceived(merged), profile ? toProfile(profile) : emptyProfile]
  const isNew = profileFields.some(
    (field) => fields[field] !== undefined && ![last[field] ?? '', kept[field]].includes(fields[field]),
  )
  return isNew ? { outcome: 'refused', reason: 'merged', other: number } : { outcome: 'unchanged' }
}

function decide(
  draft: ImportedCustomer,
  number: string | undefined,
  known: Known | undefined,
  { changes }: Planned,
): CustomerOutcome {
  const before = known?.profile
  const after = takeOver(draft, before)
  const isUnchanged = before !== undefined && listProfileChanges(toProfile(before), after).length === 0
  if (isUnchanged && !saysOtherwise(draft, readReceived(before))) return { outcome: 'unchanged' }
  changes.push({ number, before, after, draft })
  return { outcome: isUnchanged ? 'unchanged' : before ? 'updated' : 'created' }
}

/** Whether a file has another value for a customer than the last one had: it is kept, because later files are compared with it. */
const saysOtherwise = ({ fields }: ImportedCustomer, last: Partial<CustomerProfile>): boolean =>
  profileFields.some((field) => fields[field] !== undefined && fields[field] !== (last[field] ?? ''))

/** What the last file said of a customer. */
const readReceived = (profile: ProfileRecord | undefined): Partial<CustomerProfile> =>
  profile?.received ? (JSON.parse(profile.received) as Partial<CustomerProfile>) : {}

/** What a file says otherwise than the last one did is taken over; what staff have changed since stays. */
function takeOver({ fields }: ImportedCustomer, before: ProfileRecord | undefined): CustomerProfile {
  const after = before ? toProfile(before) : { ...emptyProfile }
  const last = readReceived(before)
  for (const field of profileFields)
    if (fields[field] !== undefined && fields[field] !== (last[field] ?? ''))
      Object.assign(after, { [field]: fields[field] })
  return after
}

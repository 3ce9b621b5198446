import type { RequestContext } from '#server/context.ts'
import { insertContacts, releaseContact } from '#server/customers/link-customers.ts'
import { type ProfileRecord, toProfile, toProfileColumns } from '#server/customers/profile-columns.ts'
import * as profiles from '#server/customers/profile-store.ts'
import { updateListKeys } from '#server/customers/list-keys.ts'
import { toNameSortKey } from '#server/customers/shown-contacts.ts'
import * as contactsStore from '#server/customers/contacts-store.ts'
import * as store from '#server/customers/store.ts'
import type { Transaction } from '#server/db/database.ts'
import type { CustomerContactsTable } from '#server/db/schema/customers.ts'
import { recordEvents, type EventDraft } from '#server/events/events.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { hashPayload } from '#server/orders/intake/numbered-draft.ts'
import { tokenizeOrder } from '#server/orders/tokens/search-tokens.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import { type CustomerProfile, emptyProfile, listProfileChanges } from '#shared/customers/profile.ts'

/** Where a profile comes from, if staff did not enter it. */
export interface ProfileOrigin {
  source: string
  externalId: string
  importNumber: string
  /** The data of the file: a JSON object with a salt, because events keep its hash. */
  received: string
}

/** What is to be stored of a customer; `number` is missing for a new one, `before` for one without a profile. */
export interface ProfileChange {
  number?: string
  before?: ProfileRecord | undefined
  after: CustomerProfile
  origin?: ProfileOrigin
}

/** What the events of stored profiles say. */
interface ProfileEvent {
  action: 'customer.created' | 'customer.changed' | 'customer.imported'
  /** How many personal values the events of the customer lose with it. */
  erasedValues?: number
}

/** Stores profiles with what customers are found by and their events; returns the numbers of the customers, in the same order. */
export async function saveProfiles(
  transaction: Transaction,
  context: RequestContext,
  changes: readonly ProfileChange[],
  event: ProfileEvent,
): Promise<string[]> {
  const at = context.kontor.now()
  const numbers = await createCustomers(transaction, context, changes)
  const inserted = changes.flatMap((change, index) =>
    change.before ? [] : [toInsertedRow(numbers[index] ?? '', change, at)],
  )
  await profiles.insertProfiles(transaction, inserted)
  for (const [index, { before, after, origin }] of changes.entries()) {
    if (!before) continue
    await profiles.updateProfile(transaction, numbers[index] ?? '', {
      ...toProfileColumns(after),
      ...(origin && { received: origin.received }),
      ...(origin && isClaimable(before) && { source: origin.source, external_id: origin.externalId }),
      ...(event.erasedValues !== undefined && { received: '' }),
      changed_at: at,
      version: before.version + 1,
    })
    await profiles.deleteTokens(transaction, numbers[index] ?? '')
  }
  await profiles.insertTokens(
    transaction,
    changes.flatMap(({ after }, index) => {
      const number = numbers[index] ?? ''
      return tokenizeProfile(after).map((token) => ({ customer_number: number, token }))
    }),
  )
  await updateListKeys(
    transaction,
    changes.map(({ number }) => number),
  )
  await moveContacts(transaction, changes, numbers)
  await recordEvents(
    transaction,
    context,
    ...changes.map((change, index) => describeChange(numbers[index] ?? '', change, event, at)),
  )
  return numbers
}

/** A profile without an id of a shop gets the one that the file has. */
const isClaimable = (before: ProfileRecord | undefined): boolean => !before || before.external_id === ''

const toInsertedRow = (number: string, { after, origin }: ProfileChange, at: number) => ({
  customer_number: number,
  ...toProfileColumns(after),
  source: origin?.source ?? 'kontor',
  external_id: origin?.externalId ?? '',
  import_number: origin?.importNumber ?? null,
  received: origin?.received ?? '',
  created_at: at,
  changed_at: at,
})

/** The words by which a profile is found. */
export const tokenizeProfile = ({ name, email, phone, company, city }: CustomerProfile): string[] =>
  tokenizeOrder({
    numbers: [],
    shopNumbers: [],
    products: [],
    references: [],
    names: [name, company],
    places: [city],
    phones: [phone],
    email,
  })

async function createCustomers(
  transaction: Transaction,
  { kontor }: RequestContext,
  changes: readonly ProfileChange[],
): Promise<string[]> {
  const isNew = changes.filter(({ number }) => number === undefined)
  const now = kontor.now()
  const created = await allocateNumbers(
    transaction,
    kontor.book.timeZone,
    'CU',
    isNew.map(() => now),
  )
  await store.insertCustomers(
    transaction,
    created.map((number, index) => ({
      number,
      name_sort_key: toNameSortKey(isNew[index]?.after ?? { name: '', company: '' }),
    })),
  )
  let next = 0
  return changes.map(({ number }) => number ?? created[next++] ?? '')
}

/** New contacts become those of the profile, unless they are another's; those that it no longer has go on to another customer who has them. */
async function moveContacts(
  transaction: Transaction,
  changes: readonly ProfileChange[],
  numbers: readonly string[],
): Promise<void> {
  for (const [index, { before, after }] of changes.entries()) {
    if (!before) continue
    const kept = listContacts(after)
    for (const contact of await profiles.listContactsOfProfile(transaction, numbers[index] ?? ''))
      if (!kept.includes(contact)) await releaseContact(transaction, contact)
  }
  const known = await contactsStore.findByContacts(transaction, [
    ...new Set(changes.flatMap(({ after }) => listContacts(after))),
  ])
  const added = new Map<string, CustomerContactsTable>()
  for (const [index, { after }] of changes.entries())
    for (const contact of listContacts(after))
      if (!known.has(contact) && !added.has(contact))
        added.set(contact, { contact, order_id: null, customer_number: numbers[index] ?? '' })
  await insertContacts(transaction, [...added.values()])
}

function describeChange(
  number: string,
  { before, after, origin }: ProfileChange,
  { action, erasedValues }: ProfileEvent,
  at: number,
): EventDraft {
  return {
    action,
    objectType: 'customer',
    objectId: number,
    objectLabel: number,
    parameters: {
      profileVersion: (before?.version ?? 0) + 1,
      ...(origin && {
        import: origin.importNumber,
        source: origin.source,
        ...(isClaimable(before) && { externalId: origin.externalId }),
        receivedHash: hashPayload(origin.received),
      }),
      ...(erasedValues !== undefined && { erasedValues }),
    },
    changes: listProfileChanges(before ? toProfile(before) : emptyProfile, after),
    at,
  }
}

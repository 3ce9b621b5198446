import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import * as profiles from '#server/customers/profile-store.ts'
import { saveProfiles } from '#server/customers/save-profiles.ts'
import * as contactsStore from '#server/customers/contacts-store.ts'
import { findGroup } from '#server/customers/find-customer.ts'
import { loadCustomerView, newestContact } from '#server/customers/views.ts'
import type { Db } from '#server/db/database.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import type { ProfileInput } from '#shared/customers/inputs.ts'
import {
  type CustomerProfile,
  emptyProfile,
  fillGaps,
  isNamed,
  listProfileChanges,
  profileFields,
} from '#shared/customers/profile.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `POST /api/customers`: a customer without orders. Throws `invalid-input` for a contact by which another customer is found. */
export const createCustomer: Action<'createCustomer'> = async (context, input) => {
  const after = applyInput(emptyProfile, input)
  const number = await inTransaction(context, async (transaction) => {
    await requireFreeContact(transaction, after, undefined)
    const [created = ''] = await saveProfiles(transaction, context, [{ after }], { action: 'customer.created' })
    return created
  })
  return loadCustomerView(context.kontor.database.read, context, number)
}

/**
 * `POST /api/customers/:customer/edits`: changes the profile, or begins one with the contact on the newest order. The orders stay as they are. Throws
 * `changed-meanwhile` if `version` is not the current one, `customer-erased`, and `invalid-input` for a contact by which another customer is found.
 */
export const editCustomer: Action<'editCustomer'> = async (context, { customer, version, ...input }) => {
  await inTransaction(context, async (transaction) => {
    const { number, numbers, erasedAt } = await findGroup(transaction, customer)
    if (erasedAt !== null) throw new ProblemError('customer-erased', { number })
    const before = await profiles.findProfile(transaction, number)
    if ((before?.version ?? 0) !== version)
      throw await changedMeanwhile(transaction, context, {
        object: ['customer', number],
        versionParameter: 'profileVersion',
      })
    const known = before ? toProfile(before) : emptyProfile
    const shown = before ? known : fillGaps(known, await newestContact(transaction, numbers))
    const after = applyInput(shown, input)
    if (before && listProfileChanges(known, after).length === 0) return
    await requireFreeContact(transaction, after, number)
    await saveProfiles(transaction, context, [{ number, before, after }], { action: 'customer.changed' })
  })
  return loadCustomerView(context.kontor.database.read, context, customer)
}

function applyInput(profile: CustomerProfile, input: ProfileInput): CustomerProfile {
  const after = { ...profile }
  for (const field of profileFields)
    if (input[field] !== undefined) Object.assign(after, { [field]: input[field].normalize('NFC') })
  if (!isNamed(after)) throw invalidInput({ pointer: '/name', reason: 'customer-name' })
  return after
}

/** Several people share a phone more often than a mailbox, so with an email address the phone number may be another customer's, too. */
async function requireFreeContact(db: Db, after: CustomerProfile, own: string | undefined): Promise<void> {
  const [first] = listContacts(after)
  if (first === undefined) return
  const owner = (await contactsStore.findByContacts(db, [first])).get(first)
  if (owner === undefined || owner === own) return
  const pointer = first.startsWith('email:') ? '/email' : '/phone'
  throw invalidInput({ pointer, reason: 'contact-of-customer', parameters: { number: owner } })
}

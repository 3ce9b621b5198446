import { inTransaction } from '#server/auth/access.ts'
import { updateCustomers } from '#server/customers/list-keys.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import * as profiles from '#server/customers/profile-store.ts'
import { saveProfiles } from '#server/customers/save-profiles.ts'
import * as store from '#server/customers/store.ts'
import type { Transaction } from '#server/db/database.ts'
import { findCustomer, findCustomerNumber, findGroup } from '#server/customers/find-customer.ts'
import { loadCustomerView } from '#server/customers/views.ts'
import { recordEvents } from '#server/events/events.ts'
import { emptyProfile, fillGaps, listProfileChanges } from '#shared/customers/profile.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/**
 * `POST /api/customers/:customer/merges`: the orders of the other customer also become those of this one, which is found by the contacts of
 * both. Throws `customer-erased`, and `invalid-input` for another customer that does not exist, is the same, or was erased.
 */
export const mergeCustomers: Action<'mergeCustomers'> = async (context, { customer, other }) => {
  await inTransaction(context, async (transaction) => {
    const kept = await findGroup(transaction, customer)
    if (kept.erasedAt !== null) throw new ProblemError('customer-erased', { number: kept.number })
    const number = await findCustomerNumber(transaction, other)
    if (number === undefined) throw invalidInput({ pointer: '/other', reason: 'unknown-customer' })
    if (number === kept.number) throw invalidInput({ pointer: '/other', reason: 'same-customer' })
    const merged = await findGroup(transaction, number)
    if (merged.erasedAt !== null) throw invalidInput({ pointer: '/other', reason: 'erased-customer' })
    await fillProfile(transaction, context, kept.number, merged.number)
    for (const each of merged.numbers) {
      const record = await findCustomer(transaction, each)
      await store.updateMerged(transaction, each, kept.number)
      await recordEvents(transaction, context, {
        action: 'customer.merged',
        objectType: 'customer',
        objectId: each,
        objectLabel: each,
        parameters: { mergedInto: kept.number, version: (record?.version ?? 0) + 1 },
        changes: [{ field: 'mergedInto', from: record?.merged_into ?? null, to: kept.number }],
      })
    }
    await updateCustomers(transaction, [kept.number, ...merged.numbers])
  })
  return loadCustomerView(context.kontor.database.read, context, customer)
}

/** The profile of the customer who is kept gets from the other one what it lacks. */
async function fillProfile(
  transaction: Transaction,
  context: AuthenticatedContext,
  number: string,
  other: string,
): Promise<void> {
  const found = await profiles.findProfiles(transaction, [number, other])
  const [before, merged] = [found.get(number), found.get(other)]
  if (!merged) return
  const known = before ? toProfile(before) : emptyProfile
  const after = fillGaps(known, toProfile(merged))
  if (listProfileChanges(known, after).length === 0) return
  await saveProfiles(transaction, context, [{ number, before, after }], { action: 'customer.changed' })
}

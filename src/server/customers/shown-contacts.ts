import { findNewestOrders, listMergedInto } from '#server/customers/list-store.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import type { Db } from '#server/db/database.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import type { Address } from '#shared/orders/views.ts'

/** What a list shows of a customer: what the profile says, else the newest order. */
export type ShownContact = Pick<CustomerRow, 'name' | 'email' | 'phone' | 'company' | 'city' | 'country'>

/** What lists show of these customers, by number. The orders of those that were merged into them are also theirs. */
export async function loadContacts(db: Db, numbers: readonly string[]): Promise<Map<string, ShownContact>> {
  if (numbers.length === 0) return new Map()
  const merged = Map.groupBy(await listMergedInto(db, numbers), ({ merged_into }) => merged_into)
  const groupOf = (number: string): string[] => [
    number,
    ...(merged.get(number) ?? []).map((each) => each.number).toSorted(),
  ]
  const [profiles, orders] = await Promise.all([
    findProfiles(db, numbers),
    findNewestOrders(db, numbers.flatMap(groupOf)),
  ])
  return new Map(
    numbers.map((number) => {
      const profile = profiles.get(number)
      const [newest] = groupOf(number)
        .flatMap((each) => orders.get(each) ?? [])
        .toSorted((a, b) => b.placed_at - a.placed_at)
      const address = newest && (JSON.parse(newest.shipping_address) as Address)
      return [
        number,
        {
          name: profile?.name || (newest?.customer_name ?? ''),
          email: profile?.email || (newest?.email ?? ''),
          phone: profile?.phone || (newest?.phone ?? ''),
          company: profile?.company || (address?.company ?? ''),
          city: profile?.city || (address?.city ?? ''),
          country: profile?.city ? profile.country : profile?.country || (address?.country ?? ''),
        },
      ]
    }),
  )
}

import { findNewestOrders, listMergedInto, type NewestOrder } from '#server/customers/list-store.ts'
import type { ProfileRecord } from '#server/customers/profile-columns.ts'
import { findProfiles } from '#server/customers/profile-store.ts'
import type { Db } from '#server/db/database.ts'
import { toCustomerSortKey } from '#server/orders/customer-sort-key.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import type { Address } from '#shared/orders/views.ts'

/** What a list shows of a customer: what the profile says, else the newest order. */
export type ShownContact = Pick<CustomerRow, 'name' | 'email' | 'phone' | 'company' | 'city' | 'country'>

/** What lists show of these customers, by number. The orders of those that were merged into them are also theirs. */
export async function loadContacts(db: Db, numbers: readonly string[]): Promise<Map<string, ShownContact>> {
  const sources = await loadSources(db, numbers)
  return new Map([...sources].map(([number, each]) => [number, toShownContact(each)]))
}

/** The keys by which the list sorts these customers, by number. */
export async function loadNameSortKeys(db: Db, numbers: readonly string[]): Promise<Map<string, string>> {
  const sources = await loadSources(db, numbers)
  return new Map([...sources].map(([number, each]) => [number, toListKey(each)]))
}

/** The key by which the list sorts a customer. The name of an order has its key stored, so only others are converted. */
export const toListKey = ({ profile, newest }: Sources): string =>
  !profile?.name && newest?.customer_name
    ? newest.customer_sort_key
    : toNameSortKey(toShownContact({ profile, newest }))

/** What the list sorts a customer by: the name that it shows. */
export const toNameSortKey = ({ name, company }: { name: string; company: string }): string =>
  toCustomerSortKey(name || company)

/** Where lists take what they show of a customer from. */
interface Sources {
  profile: ProfileRecord | undefined
  newest: NewestOrder | undefined
}

/** The sources of these customers, by number. */
export async function loadSources(db: Db, numbers: readonly string[]): Promise<Map<string, Sources>> {
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
      const [newest] = groupOf(number)
        .flatMap((each) => orders.get(each) ?? [])
        .toSorted((a, b) => b.placed_at - a.placed_at)
      return [number, { profile: profiles.get(number), newest }]
    }),
  )
}

function toShownContact({ profile, newest }: Sources): ShownContact {
  const address = newest && (JSON.parse(newest.shipping_address) as Address)
  return {
    name: profile?.name || (newest?.customer_name ?? ''),
    email: profile?.email || (newest?.email ?? ''),
    phone: profile?.phone || (newest?.phone ?? ''),
    company: profile?.company || (address?.company ?? ''),
    city: profile?.city || (address?.city ?? ''),
    country: profile?.city ? profile.country : profile?.country || (address?.country ?? ''),
  }
}

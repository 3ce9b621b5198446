import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import * as list from '#server/customers/list-store.ts'
import { countOfImport, findProfiles, listOfImport } from '#server/customers/profile-store.ts'
import { searchCustomers } from '#server/customers/search.ts'
import type { Db } from '#server/db/database.ts'
import { readKeysetPage, toCount } from '#server/keyset-page.ts'
import { maskEmail, maskName, maskPhone, maskText } from '#server/orders/masking.ts'
import type { ListCustomersQuery } from '#shared/customers/inputs.ts'
import type { CustomerRow, CustomersPage } from '#shared/customers/views.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import type { Address } from '#shared/orders/views.ts'

/** Maximum number of customers that a search finds by profile, and by order. */
const maxFound = 500

/** One page of the customers, those added last first. Throws `invalid-input` for a wrong cursor, and at `/q` for a search that takes too long. */
export async function readCustomers(
  context: RequestContext,
  { q, cursor, importNumber }: Pick<ListCustomersQuery, 'q' | 'cursor' | 'importNumber'>,
): Promise<Omit<CustomersPage, 'queryErrors' | 'searchError'>> {
  const db = context.kontor.database.read
  const { found, listPart } = await findListed(context, { q, importNumber })
  const page = await readKeysetPage<string>({
    cursor,
    sort: '-number',
    keyOf: (number) => [number],
    exampleKey: [''],
    find: async (reversed, key, limit) => {
      const direction = reversed ? 'asc' : 'desc'
      const after = key?.[0] as string | undefined
      return {
        rows: found ? pick(found, { direction, after, limit }) : await listPart(db, { direction, after, limit }),
      }
    },
  })
  const isFull = found !== undefined && found.length >= maxFound
  return {
    ...page,
    rows: await loadRows(db, context, page.rows),
    count: isFull
      ? { atLeast: found.length }
      : toCount(
          found?.length ??
            (await (importNumber === undefined ? list.countListed(db) : countOfImport(db, importNumber))),
        ),
  }
}

/** Number of customers read at once for an export. */
const sliceSize = 100

/** The numbers of all customers of a filter, in slices. */
export async function* walkNumbers(
  context: RequestContext,
  { q, importNumber }: Pick<ListCustomersQuery, 'q' | 'importNumber'>,
): AsyncGenerator<string[]> {
  const db = context.kontor.database.read
  const { found, listPart } = await findListed(context, { q, importNumber })
  for (let after: string | undefined; ;) {
    const slice = { direction: 'desc', after, limit: sliceSize } as const
    const numbers = found ? pick(found, slice) : await listPart(db, slice)
    if (numbers.length > 0) yield numbers
    if (numbers.length < sliceSize) return
    after = numbers.at(-1)
  }
}

/** What a search has found, sorted by number; without one, how the customers are read. */
async function findListed(
  context: RequestContext,
  { q, importNumber }: Pick<ListCustomersQuery, 'q' | 'importNumber'>,
) {
  const searched = q === undefined ? undefined : await searchCustomers(context, unquoteWords(q), maxFound)
  const found =
    searched && importNumber !== undefined
      ? await keepOfImport(context.kontor.database.read, searched, importNumber)
      : searched
  const listPart = (db: Db, slice: Parameters<typeof list.listNumbers>[1]): Promise<string[]> =>
    importNumber === undefined ? list.listNumbers(db, slice) : listOfImport(db, importNumber, slice)
  return { found: found?.toSorted(), listPart }
}

/** Those of the customers whose profile an import created. */
async function keepOfImport(db: Db, numbers: readonly string[], importNumber: string): Promise<string[]> {
  const profiles = await findProfiles(db, numbers)
  return numbers.filter((number) => profiles.get(number)?.import_number === importNumber)
}

/** A part of sorted numbers. */
function pick(
  numbers: readonly string[],
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: string | undefined; limit: number },
): string[] {
  const inOrder = direction === 'asc' ? numbers : numbers.toReversed()
  return inOrder
    .filter((number) => after === undefined || (direction === 'asc' ? number > after : number < after))
    .slice(0, limit)
}

/** What lists show of customers, in their order. */
export async function loadRows(db: Db, context: RequestContext, numbers: readonly string[]): Promise<CustomerRow[]> {
  if (numbers.length === 0) return []
  const merged = Map.groupBy(await list.listMergedInto(db, numbers), ({ merged_into }) => merged_into)
  const groupOf = (number: string): string[] => [number, ...(merged.get(number) ?? []).map((each) => each.number)]
  const [profiles, orders] = await Promise.all([
    findProfiles(db, numbers),
    list.findNewestOrders(db, numbers.flatMap(groupOf)),
  ])
  const isPersonal = hasPermission(context, 'customers.view_personal')
  return numbers.map((number) => {
    const profile = profiles.get(number)
    const [newest] = groupOf(number)
      .flatMap((each) => orders.get(each) ?? [])
      .toSorted((a, b) => b.placed_at - a.placed_at)
    const address = newest && (JSON.parse(newest.shipping_address) as Address)
    const row: CustomerRow = {
      number,
      name: profile?.name || (newest?.customer_name ?? ''),
      email: profile?.email || (newest?.email ?? ''),
      phone: profile?.phone || (newest?.phone ?? ''),
      company: profile?.company || (address?.company ?? ''),
      city: profile?.city || (address?.city ?? ''),
      country: profile?.city ? profile.country : profile?.country || (address?.country ?? ''),
      lastOrderAt: newest?.placed_at ?? null,
    }
    return isPersonal ? row : maskCustomer(row)
  })
}

const maskCustomer = (row: CustomerRow): CustomerRow => ({
  ...row,
  name: maskName(row.name),
  email: maskEmail(row.email),
  phone: maskPhone(row.phone),
  company: maskText(row.company),
})

import type { Db } from '#server/db/database.ts'
import { type FoundRows, type RowKey, toCount } from '#server/list/keyset-page.ts'
import { countListed } from '#server/customers/list-store.ts'
import { countListedOfImport, listOfImport } from '#server/customers/profile-store.ts'
import type { CustomerField, CustomerSelection, ListedCustomer, SortColumn } from '#server/customers/selection-query.ts'
import { collectCustomers, countAmong, countSource } from '#server/customers/selection-sources-store.ts'
import { findKeyAhead, walkCustomers } from '#server/customers/selection-walk-store.ts'
import { countLimit } from '#shared/constants.ts'
import type { Count } from '#shared/list/count.ts'

/** How much a page looks at. */
export interface ReadLimits {
  /** Up to this many customers are sorted for each page; of more, a page reads those that match from the index of its order. */
  collected: number
  /** How many customers it looks at, one part after the other, until it is full. */
  steps: readonly number[]
  /** Further parts for a page that would be empty. */
  stepsWhileEmpty: readonly number[]
  /** How many customers are looked at to count those of several conditions that apply to many each. */
  counted: number
}

const listLimits: ReadLimits = {
  collected: 3_000,
  steps: [600, 1_500, 4_000],
  stepsWhileEmpty: [4_000],
  counted: 6_000,
}

/** How the customers of a selection are read and counted. */
export interface CustomerSource {
  find: (slice: {
    direction: 'asc' | 'desc'
    after: RowKey | undefined
    limit: number
  }) => Promise<FoundRows<ListedCustomer>>
  count: () => Promise<Count>
}

/** The customers of a selection in the order of a column; keys are `[value of the column, number]`. */
export async function createSource(
  db: Db,
  selection: CustomerSelection,
  column: SortColumn,
  limits = listLimits,
): Promise<CustomerSource> {
  const fields = [...selection.conditions.keys()]
  const smallest = await findSmallest(db, selection, limits.collected + 1)
  if (smallest && smallest.count <= limits.collected) {
    const source = { field: smallest.field, most: limits.collected }
    return {
      find: async (slice) => ({ rows: await collectCustomers(db, selection, source, column, slice) }),
      count: async () =>
        toCount(
          fields.length === 1 && source.field !== 'importNumber'
            ? smallest.count
            : await countAmong(db, selection, source.field, source.most),
        ),
    }
  }
  return {
    find:
      isOfImport(fields) && column === 'number'
        ? findOfImport(db, selection)
        : findInOrder(db, selection, column, limits),
    count: () => countMany(db, selection, smallest?.field, limits.counted),
  }
}

/** The condition that applies to the fewest customers; undefined if no index has those of any. */
async function findSmallest(db: Db, selection: CustomerSelection, limit: number) {
  const counts = await Promise.all(
    [...selection.conditions.keys()].map(async (field) => ({
      field,
      count: await countSource(db, selection, field, limit),
    })),
  )
  return counts
    .flatMap(({ field, count }) => (count === undefined ? [] : [{ field, count }]))
    .toSorted((a, b) => a.count - b.count)[0]
}

const isOfImport = (fields: readonly CustomerField[]): boolean => fields.length === 1 && fields[0] === 'importNumber'

function importOf({ conditions }: CustomerSelection): string {
  const condition = conditions.get('importNumber')
  return condition?.op === 'in' ? String(condition.values[0]) : ''
}

/** The customers of an import have consecutive numbers, which other customers may follow. */
const findOfImport =
  (db: Db, selection: CustomerSelection): CustomerSource['find'] =>
  async ({ direction, after, limit }) => {
    const slice = { direction, after: after && String(after[1]), limit }
    const numbers = await listOfImport(db, importOf(selection), slice)
    return { rows: numbers.map((number) => ({ number, value: number })) }
  }

const findInOrder =
  (db: Db, selection: CustomerSelection, column: SortColumn, limits: ReadLimits): CustomerSource['find'] =>
  async ({ direction, after: start, limit }) => {
    if (selection.conditions.size === 0) {
      const slice = { direction, after: start, limit, until: undefined }
      return { rows: await walkCustomers(db, selection, column, slice) }
    }
    const rows: ListedCustomer[] = []
    let after = start
    for (const [index, distance] of [...limits.steps, ...limits.stepsWhileEmpty].entries()) {
      if (index >= limits.steps.length && rows.length > 0) break
      const until = await findKeyAhead(db, selection, column, { direction, after }, distance)
      const part = { direction, after, until, limit: limit - rows.length }
      rows.push(...(await walkCustomers(db, selection, column, part)))
      if (until === undefined || rows.length === limit) return { rows }
      after = until
    }
    return after === undefined ? { rows } : { rows, stoppedAt: after }
  }

async function countMany(
  db: Db,
  selection: CustomerSelection,
  smallest: CustomerField | undefined,
  maxCounted: number,
): Promise<Count> {
  const fields = [...selection.conditions.keys()]
  if (isOfImport(fields)) return toCount(await countListedOfImport(db, importOf(selection)))
  // All but a few customers have their data.
  if (smallest === undefined) return toCount(await countListed(db))
  if (fields.length === 1) return toCount((await countSource(db, selection, smallest, countLimit + 1)) ?? 0)
  const counted = await countAmong(db, selection, smallest, maxCounted)
  const among = await countSource(db, selection, smallest, maxCounted)
  return among !== undefined && among < maxCounted ? toCount(counted) : { atLeast: counted }
}

import { findUserIds } from '#server/staff/name-query.ts'
import type { Db } from '#server/db/database.ts'
import { ownValue } from '#shared/list/filter-fields.ts'
import type { Filter } from '#shared/list/filter.ts'

/** What a value means that people type, such as the ids of the users with a name. */
type Resolvers = Readonly<Record<string, (value: string) => Promise<string[]> | string[]>>

/** A filter with the values of some fields replaced by what they mean. A value that means nothing stays, and finds nothing. */
export async function resolveValues(filter: Filter, resolvers: Resolvers): Promise<Filter> {
  if (filter.op === 'and' || filter.op === 'or')
    return { op: filter.op, filters: await Promise.all(filter.filters.map((each) => resolveValues(each, resolvers))) }
  if (filter.op === 'not') return { op: 'not', filter: await resolveValues(filter.filter, resolvers) }
  const resolve = filter.op === 'in' ? resolvers[filter.field] : undefined
  if (filter.op !== 'in' || !resolve) return filter
  const found = await Promise.all(
    filter.values.map(async (value) => {
      const meant = await resolve(String(value))
      return meant.length > 0 ? meant : [value]
    }),
  )
  return { ...filter, values: found.flat() }
}

/** The ids of the users that a value means: `me` for the user who asks, an id, a name or an email address. */
export const findPeople = async (db: Db, userId: string, value: string): Promise<string[]> =>
  value === ownValue ? [userId] : findUserIds(db, value)

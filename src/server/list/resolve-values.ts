import { findUserIds } from '#server/staff/name-query.ts'
import type { Db } from '#server/db/database.ts'
import { ownValue } from '#shared/list/filter-fields.ts'
import type { Filter } from '#shared/list/filter.ts'
import { unknownValue } from '#shared/list/unknown-values.ts'
import { invalidInput } from '#shared/problem.ts'

/** Resolves a typed value, such as a name to the ids of the users with that name; throws `invalid-input` for an unknown one. */
type Resolvers = Readonly<Record<string, (value: string) => Promise<string[]> | string[]>>

/** A filter with the values of some fields replaced by what they mean. */
export async function resolveValues(filter: Filter, resolvers: Resolvers): Promise<Filter> {
  if (filter.op === 'and' || filter.op === 'or')
    return { op: filter.op, filters: await Promise.all(filter.filters.map((each) => resolveValues(each, resolvers))) }
  if (filter.op === 'not') return { op: 'not', filter: await resolveValues(filter.filter, resolvers) }
  const resolve = filter.op === 'in' ? resolvers[filter.field] : undefined
  if (filter.op !== 'in' || !resolve) return filter
  const found = await Promise.all(filter.values.map((value) => resolve(String(value))))
  return { ...filter, values: found.flat() }
}

/** The ids of the users that a value of a filter means: `me` for the current user, an id, a name or an email address. Throws `invalid-input` if it means none. */
export async function findPeople(db: Db, userId: string, filter: string, value: string): Promise<string[]> {
  const ids = value === ownValue ? [userId] : await findUserIds(db, value)
  if (ids.length === 0) throw invalidInput(unknownValue('unknown-person', { filter, value, isExcluded: false }))
  return ids
}

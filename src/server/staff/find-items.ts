import type { AuthenticatedContext } from '#server/context.ts'
import { getMessages } from '#server/messages.ts'
import { findUsers } from '#server/staff/users-store.ts'
import { isBuiltInRole } from '#shared/permissions.ts'
import type { FoundItem } from '#shared/search/views.ts'

/** Maximum number of accounts in the global search. */
const maxItems = 4

/** The accounts with a part of a name, in pinyin, by initials or as it is written, or of an email address. */
export async function findUserItems({ kontor, locale }: AuthenticatedContext, text: string): Promise<FoundItem[]> {
  const { roles } = getMessages(locale).common
  const users = await findUsers(
    kontor.database.read,
    { filter: { op: 'matches', field: 'search', text }, now: kontor.now() },
    { columns: ['name_sort_key', 'name', 'id'], direction: 'asc', after: undefined, limit: maxItems },
  )
  return users.map(({ id, name, email, role }) => ({
    kind: 'user',
    key: id,
    title: name,
    note: [email, role !== null && isBuiltInRole(role) && roles[role]].filter(Boolean).join(' · '),
    isExact: email.toLowerCase() === text.toLowerCase(),
  }))
}

import { getMessages } from '#server/messages.ts'
import { locales } from '#shared/locales.ts'
import { builtInRoles, type Role } from '#shared/permissions.ts'

/** The ids of the roles with an id or a name, in any language and whatever its case. */
export function findRoleIds(text: string, ownRoles: readonly Role[]): string[] {
  const wanted = text.toLowerCase()
  const named = [
    ...ownRoles.map(({ id, name }) => ({ id, names: [name] })),
    ...builtInRoles.map((id) => ({ id, names: locales.map((locale) => getMessages(locale).common.roles[id]) })),
  ]
  return named.flatMap(({ id, names }) => ([id, ...names].some((name) => name.toLowerCase() === wanted) ? [id] : []))
}

import { getMessages } from '#server/messages.ts'
import { unknownValue } from '#shared/list/unknown-values.ts'
import { locales } from '#shared/locales.ts'
import { builtInRoles, type Role } from '#shared/permissions.ts'
import { invalidInput } from '#shared/problem.ts'

/**
 * The ids of the roles with an id or a name, in any language and whatever its case. Throws `invalid-input` for a name that no role has; the id of a role
 * that was removed stays, and no account has it.
 */
export function findRoleIds(text: string, ownRoles: readonly Role[]): string[] {
  const wanted = text.toLowerCase()
  const named = [
    ...ownRoles.map(({ id, name }) => ({ id, names: [name] })),
    ...builtInRoles.map((id) => ({ id, names: locales.map((locale) => getMessages(locale).common.roles[id]) })),
  ]
  const found = named.flatMap(({ id, names }) =>
    [id, ...names].some((name) => name.toLowerCase() === wanted) ? [id] : [],
  )
  if (found.length > 0) return found
  if (idPattern.test(text)) return [text]
  const values = [...ownRoles.map(({ name }) => name), ...builtInRoles].join(', ')
  throw invalidInput(unknownValue('unknown-role', { filter: 'role', value: text, isExcluded: false }, { values }))
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

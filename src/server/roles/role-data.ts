import type { EventDraft } from '#server/events/events.ts'
import type { RoleRow } from '#server/roles/store.ts'
import { toLimitColumns, toLimits, toPermissions } from '#server/roles/stored-role.ts'
import type { FieldChange } from '#shared/events/views.ts'
import { findRole, isBuiltInRole, type Permission } from '#shared/permissions.ts'
import { limitNames, type MoneyLimits, noLimits } from '#shared/roles/limits.ts'

/** What a role is called and allows. Of a built-in role only the limits and the second factor are stored, as they were set. */
export interface RoleData {
  name: string
  description: string
  permissions: readonly Permission[]
  limits: MoneyLimits
  /** Since when the role needs a second factor, epoch ms; null if it does not. */
  secondFactorSince: number | null
}

/** How names of roles are compared: two that a reader takes for the same are the same. */
export const toNameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** A role as it is stored; a built-in one may have no row. */
export const toRoleData = (id: string, row: RoleRow | undefined): RoleData => ({
  name: row?.name ?? '',
  description: row?.description ?? '',
  permissions: findRole(id, [])?.permissions ?? toPermissions(row?.permissions ?? null),
  limits: row ? toLimits(row) : noLimits,
  secondFactorSince: row?.second_factor_since ?? null,
})

/** The columns of a role. */
export const toColumns = (id: string, { name, description, permissions, limits, secondFactorSince }: RoleData) => ({
  name,
  name_key: isBuiltInRole(id) ? id : toNameKey(name),
  description,
  permissions: isBuiltInRole(id) ? null : JSON.stringify(permissions),
  ...toLimitColumns(limits),
  second_factor_since: secondFactorSince,
})

/**
 * What an event says of a change: the fields before and after, and the permissions that were added and removed, separated by spaces. `before`
 * is `undefined` for a new role.
 */
export function describeRoleChange(
  before: RoleData | undefined,
  after: RoleData,
): Pick<EventDraft, 'parameters' | 'changes'> {
  const had = before?.permissions ?? []
  const added = after.permissions.filter((permission) => !had.includes(permission))
  const removed = had.filter((permission) => !after.permissions.includes(permission))
  const [from, to] = [toFields(before), toFields(after)]
  return {
    parameters: {
      ...(added.length > 0 && { added: added.join(' ') }),
      ...(removed.length > 0 && { removed: removed.join(' ') }),
    },
    changes: Object.keys(to).flatMap((field): FieldChange[] =>
      from[field] === to[field] ? [] : [{ field, from: from[field] ?? null, to: to[field] ?? null }],
    ),
  }
}

/** The other fields by the names that events give them. */
function toFields(role: RoleData | undefined): Record<string, string | number | null> {
  const { name = null, description = null, limits = noLimits, secondFactorSince = null } = role ?? {}
  return {
    name,
    description,
    secondFactorSince,
    ...Object.fromEntries(limitNames.map((limit) => [limit, limits[limit]])),
  }
}

import type { RolesTable } from '#server/db/schema/staff.ts'
import { findRole, type Permission, permissions, type Role } from '#shared/permissions.ts'
import { builtInLimits, lowestLimits, type MoneyLimits } from '#shared/roles/limits.ts'

type LimitColumns = Pick<
  RolesTable,
  | 'refund_limit_minor'
  | 'daily_refund_limit_minor'
  | 'discount_limit_minor'
  | 'daily_discount_limit_minor'
  | 'write_off_limit_minor'
  | 'manual_entry_limit_minor'
  | 'daily_manual_entry_limit_minor'
>

/** The columns of `roles` that decide what users may do; all null when the role has no row. */
export interface RoleColumns extends LimitColumns {
  role_name: string | null
  role_permissions: string | null
  second_factor_since: number | null
}

const noRow: RoleColumns = {
  role_name: null,
  role_permissions: null,
  refund_limit_minor: null,
  daily_refund_limit_minor: null,
  discount_limit_minor: null,
  daily_discount_limit_minor: null,
  write_off_limit_minor: null,
  manual_entry_limit_minor: null,
  daily_manual_entry_limit_minor: null,
  second_factor_since: null,
}

/** The permissions of a user's role. A deleted role has none. */
export function toGrants(
  roleId: string,
  columns: RoleColumns = noRow,
): { roleName: string; permissions: Role['permissions']; limits: MoneyLimits } {
  return {
    roleName: columns.role_name ?? '',
    permissions: findRole(roleId, [])?.permissions ?? toPermissions(columns.role_permissions),
    limits: lowestLimits(builtInLimits(roleId), toLimits(columns)),
  }
}

/** The limits that are stored; those that are part of the program are not in them. */
export const toLimits = (row: LimitColumns): MoneyLimits => ({
  refundMinor: row.refund_limit_minor,
  dailyRefundMinor: row.daily_refund_limit_minor,
  discountMinor: row.discount_limit_minor,
  dailyDiscountMinor: row.daily_discount_limit_minor,
  writeOffMinor: row.write_off_limit_minor,
  manualEntryMinor: row.manual_entry_limit_minor,
  dailyManualEntryMinor: row.daily_manual_entry_limit_minor,
})

export const toLimitColumns = (limits: MoneyLimits): LimitColumns => ({
  refund_limit_minor: limits.refundMinor,
  daily_refund_limit_minor: limits.dailyRefundMinor,
  discount_limit_minor: limits.discountMinor,
  daily_discount_limit_minor: limits.dailyDiscountMinor,
  write_off_limit_minor: limits.writeOffMinor,
  manual_entry_limit_minor: limits.manualEntryMinor,
  daily_manual_entry_limit_minor: limits.dailyManualEntryMinor,
})

/** The stored permissions in the order of the table, without those that the program no longer has. */
export function toPermissions(stored: string | null): Permission[] {
  const names = new Set<string>(stored === null ? [] : (JSON.parse(stored) as string[]))
  return permissions.filter((permission) => names.has(permission))
}

import { hasRequiredFactor } from '#server/auth/credential-store.ts'
import type { RoleColumns } from '#server/roles/stored-role.ts'
import type { UsersTable } from '#server/db/schema/staff.ts'

/** The columns of a user and their role that decide what they may do. */
export interface UserColumns extends RoleColumns {
  user_id: string
  name: string
  email: string
  role: UsersTable['role']
  status: UsersTable['status']
  locale: UsersTable['locale']
  time_zone: string
  approved_at: UsersTable['approved_at']
  /** 0 if the role needs a second factor and the user has none, else 1. */
  has_required_factor: number
}

/** `RoleColumns`, for queries of `roles`. */
export const roleColumns = [
  'roles.name as role_name',
  'roles.permissions as role_permissions',
  'roles.refund_limit_minor',
  'roles.daily_refund_limit_minor',
  'roles.discount_limit_minor',
  'roles.daily_discount_limit_minor',
  'roles.write_off_limit_minor',
  'roles.manual_entry_limit_minor',
  'roles.daily_manual_entry_limit_minor',
  'roles.second_factor_since',
] as const

/** `UserColumns`, for queries of `users` with their `roles`. */
export const userColumns = [
  'users.id as user_id',
  'users.name',
  'users.email',
  'users.role',
  'users.status',
  'users.locale',
  'users.time_zone',
  'users.approved_at',
  ...roleColumns,
  hasRequiredFactor.as('has_required_factor'),
] as const

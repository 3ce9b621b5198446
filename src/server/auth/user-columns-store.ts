import { hasSecondFactor } from '#server/auth/credential-store.ts'
import type { RoleColumns } from '#server/roles/stored-role.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
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

/** `UserColumns.has_required_factor`. */
export const hasRequiredFactor = sql<number>`case when roles.second_factor_since is null then 1 else ${hasSecondFactor} end`

/** A user and their role, whether or not the account is active. */
export const findUserColumns = (db: Db, id: string): Promise<UserColumns | undefined> =>
  db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role')
    .select(hasRequiredFactor.as('has_required_factor'))
    .select(userColumns)
    .where('users.id', '=', id)
    .executeTakeFirst()

const roleColumns = [
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

/** Those of `UserColumns` that are stored. */
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
] as const

/** What the role of an account that logs in allows; `undefined` without a row. */
export const findRoleColumns = (db: Db, roleId: string): Promise<RoleColumns | undefined> =>
  db.selectFrom('roles').select(roleColumns).where('id', '=', roleId).executeTakeFirst()

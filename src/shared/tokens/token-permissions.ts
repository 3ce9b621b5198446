import { type Permission, permissions } from '#shared/permissions.ts'

/** Permissions whose endpoints and pages all need a person: they ask for a proof of who the user is, or make tokens. A test compares them with the endpoints. */
const forPeopleOnly = [
  'orders.export',
  'payments.write_off',
  'finance.export',
  'users.reset_password',
  'roles.manage',
  'users.change_role',
  'users.export',
  'users.import',
  'users.view_as',
  'tokens.create',
  'tokens.manage',
  'audit.export',
  'backups.view',
] as const satisfies Permission[]

export type TokenPermission = Exclude<Permission, (typeof forPeopleOnly)[number]>

/** Whether an API token can be allowed it. */
export const isTokenPermission = (permission: Permission): permission is TokenPermission =>
  !(forPeopleOnly as readonly Permission[]).includes(permission)

/** What an API token can be allowed. */
export const tokenPermissions = permissions.filter(isTokenPermission)

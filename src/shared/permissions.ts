/** The permissions and the built-in roles that have them: the only place that defines access. Endpoints and parts of pages name a permission. */

export const builtInRoles = ['owner', 'admin', 'finance', 'operations', 'viewer'] as const
export type BuiltInRole = (typeof builtInRoles)[number]

/** A permission is named `thing.action`. Users who can manage a role have all of its permissions, so admins have those of finance. */
const builtInRolesByPermission = {
  'orders.view': ['owner', 'admin', 'finance', 'operations', 'viewer'],
  'orders.import': ['owner', 'admin', 'operations'],
  'orders.undo_import': ['owner', 'admin'],
  'orders.create': ['owner', 'admin', 'operations'],
  'orders.edit': ['owner', 'admin', 'operations'],
  'orders.hold': ['owner', 'admin', 'operations'],
  'orders.cancel': ['owner', 'admin', 'operations'],
  'orders.archive': ['owner', 'admin', 'operations'],
  'orders.assign': ['owner', 'admin', 'finance', 'operations'],
  'orders.tag': ['owner', 'admin', 'finance', 'operations'],
  'orders.attach': ['owner', 'admin', 'finance', 'operations'],
  'orders.note': ['owner', 'admin', 'finance', 'operations'],
  'orders.print': ['owner', 'admin', 'finance', 'operations'],
  'orders.bulk': ['owner', 'admin', 'finance', 'operations'],
  'orders.export': ['owner', 'admin', 'finance', 'operations'],
  'payments.record': ['owner', 'admin', 'finance', 'operations'],
  'payments.write_off': ['owner', 'admin', 'finance'],
  'refunds.request': ['owner', 'admin', 'finance', 'operations'],
  'refunds.approve': ['owner', 'admin', 'finance'],
  'shipments.manage': ['owner', 'admin', 'operations'],
  'returns.manage': ['owner', 'admin', 'operations'],
  'carriers.manage': ['owner', 'admin'],
  'customers.view_personal': ['owner', 'admin', 'finance', 'operations'],
  'customers.reveal_personal': ['owner', 'admin', 'finance', 'operations'],
  'customers.manage': ['owner', 'admin', 'operations'],
  'customers.erase': ['owner', 'admin'],
  'finance.view': ['owner', 'admin', 'finance'],
  'finance.manage_accounts': ['owner', 'admin', 'finance'],
  'finance.manage_rates': ['owner', 'admin', 'finance'],
  'finance.export': ['owner', 'admin', 'finance'],
  'finance.post': ['owner', 'admin', 'finance'],
  'finance.approve': ['owner', 'admin', 'finance'],
  'finance.reconcile': ['owner', 'admin', 'finance'],
  'finance.close': ['owner', 'admin', 'finance'],
  'finance.reopen': ['owner', 'admin'],
  'jobs.manage': ['owner', 'admin'],
  'views.share': ['owner', 'admin', 'operations'],
  'settings.manage': ['owner', 'admin'],
  'users.view': ['owner', 'admin'],
  'users.approve': ['owner', 'admin'],
  'users.suspend': ['owner', 'admin'],
  'users.reset_password': ['owner', 'admin'],
  'users.invite': ['owner', 'admin'],
  'roles.manage': ['owner', 'admin'],
  'users.change_role': ['owner', 'admin'],
  'users.archive': ['owner', 'admin'],
  'users.export': ['owner', 'admin'],
  'users.import': ['owner', 'admin'],
  'users.view_as': ['owner', 'admin'],
  'sessions.view': ['owner', 'admin'],
  'sessions.end': ['owner', 'admin'],
  'tokens.create': ['owner', 'admin'],
  'tokens.manage': ['owner', 'admin'],
  'webhooks.manage': ['owner', 'admin'],
  'events.view': ['owner', 'admin', 'finance', 'operations'],
  'audit.view': ['owner', 'admin'],
  'audit.export': ['owner', 'admin'],
  'books.verify': ['owner', 'admin', 'finance'],
  'backups.view': ['owner'],
} as const satisfies Record<string, readonly BuiltInRole[]>

export type Permission = keyof typeof builtInRolesByPermission
export const permissions = Object.keys(builtInRolesByPermission) as [Permission, ...Permission[]]

/** What a permission is about: the first part of its name. */
export type PermissionGroup = Permission extends `${infer Group}.${string}` ? Group : never

/** All permissions by subject, in the order of the table. */
export const groupPermissions = (): [PermissionGroup, Permission[]][] => [
  ...Map.groupBy(permissions, (permission) => permission.split('.')[0] as PermissionGroup),
]

/**
 * The permissions without which another one makes no sense, or does harm: who edits an order sees its personal data, because masked values
 * would be saved in place of the real ones.
 */
export function requiredPermissions(permission: Permission): Permission[] {
  const [thing] = permission.split('.') as [PermissionGroup]
  const required: Permission[] = [
    ...(ofOrders.includes(thing) ? (['orders.view'] as const) : []),
    ...(needPersonalData.includes(permission) ? (['customers.view_personal'] as const) : []),
    // It reverses entries, and runs as a job.
    ...(permission === 'orders.undo_import'
      ? (['orders.import', 'orders.bulk', 'finance.view', 'finance.post'] as const)
      : []),
    ...(thing === 'finance' ? (['finance.view'] as const) : []),
    ...(thing === 'users' || thing === 'roles' ? (['users.view'] as const) : []),
    ...(thing === 'audit' ? (['audit.view'] as const) : []),
  ]
  return required.filter((each) => each !== permission)
}

const ofOrders: readonly PermissionGroup[] = [
  'orders',
  'payments',
  'refunds',
  'shipments',
  'returns',
  'customers',
  'webhooks',
]
const needPersonalData: readonly Permission[] = [
  'orders.create',
  'orders.edit',
  'orders.attach',
  'orders.note',
  'orders.print',
  'shipments.manage',
  'customers.manage',
  'customers.erase',
]

/** A role and its permissions. `id` is the name of a built-in role, which has no `name` of its own, or a UUID. */
export interface Role {
  id: string
  name: string
  permissions: readonly Permission[]
}

const builtIn: readonly Role[] = builtInRoles.map((id) => ({
  id,
  name: '',
  permissions: permissions.filter((permission) =>
    (builtInRolesByPermission[permission] as readonly BuiltInRole[]).includes(id),
  ),
}))

export const isBuiltInRole = (id: string): id is BuiltInRole => (builtInRoles as readonly string[]).includes(id)

/** All roles: the built-in ones, highest first, then those of the company. */
export const listRoles = (ownRoles: readonly Role[]): Role[] => [...builtIn, ...ownRoles]

/** The role with this id; `undefined` for an id that is none. */
export const findRole = (id: string | null | undefined, ownRoles: readonly Role[]): Role | undefined =>
  builtIn.find((role) => role.id === id) ?? ownRoles.find((role) => role.id === id)

/** Whether the role has the permission; `undefined` is a guest, who has none. */
export const roleHasPermission = (role: Pick<Role, 'permissions'> | undefined, permission: Permission): boolean =>
  role?.permissions.includes(permission) ?? false

/** The roles that have a permission, for messages about a missing permission. */
export const rolesWithPermission = (permission: Permission, ownRoles: readonly Role[]): Role[] =>
  listRoles(ownRoles).filter((role) => roleHasPermission(role, permission))

/**
 * Whether users with the role `actor` can grant the role `subject`, change it, and act on its users. Owners manage everyone, all others
 * roles with fewer permissions than their own and none that they lack. So users cannot grant what they do not have, to others or themselves.
 */
export const canManageRole = (actor: Pick<Role, 'id' | 'permissions'>, subject: Pick<Role, 'permissions'>): boolean =>
  actor.id === 'owner' ||
  (subject.permissions.length < actor.permissions.length &&
    subject.permissions.every((permission) => actor.permissions.includes(permission)))

/** The permissions and the roles that have them: the only place that defines access. Endpoints and parts of pages name a permission. */

export const roles = ['owner', 'admin', 'finance', 'operations', 'viewer'] as const
export type Role = (typeof roles)[number]

const rolesByPermission = {
  'orders.view': ['owner', 'admin', 'finance', 'operations', 'viewer'],
  'orders.import': ['owner', 'admin', 'operations'],
  'orders.create': ['owner', 'admin', 'operations'],
  'orders.edit': ['owner', 'admin', 'operations'],
  'orders.hold': ['owner', 'admin', 'operations'],
  'orders.cancel': ['owner', 'admin', 'operations'],
  'orders.archive': ['owner', 'admin', 'operations'],
  'orders.assign': ['owner', 'admin', 'finance', 'operations'],
  'orders.tag': ['owner', 'admin', 'finance', 'operations'],
  'orders.attach': ['owner', 'admin', 'finance', 'operations'],
  'orders.note': ['owner', 'admin', 'finance', 'operations'],
  // They print addresses, so these roles must have customers.view_personal, too.
  'orders.print': ['owner', 'admin', 'finance', 'operations'],
  'payments.record': ['owner', 'admin', 'finance', 'operations'],
  'payments.write_off': ['owner', 'finance'],
  'refunds.request': ['owner', 'admin', 'finance', 'operations'],
  'refunds.approve': ['owner', 'admin', 'finance'],
  'shipments.manage': ['owner', 'admin', 'operations'],
  'returns.manage': ['owner', 'admin', 'operations'],
  'carriers.manage': ['owner', 'admin'],
  'customers.view_personal': ['owner', 'admin', 'finance', 'operations'],
  'customers.manage': ['owner', 'admin', 'operations'],
  'customers.erase': ['owner', 'admin'],
  'finance.view': ['owner', 'admin', 'finance'],
  'settings.manage': ['owner', 'admin'],
  'users.view': ['owner', 'admin'],
  'users.approve': ['owner', 'admin'],
  'users.suspend': ['owner', 'admin'],
  'events.view': ['owner', 'admin', 'finance', 'operations'],
  'books.verify': ['owner', 'admin', 'finance'],
  'backups.view': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof rolesByPermission
export const permissions = Object.keys(rolesByPermission) as Permission[]

/** Users can approve and suspend users of a lower rank only; owners can act on everyone, including owners. */
const rank: Record<Role, number> = { owner: 100, admin: 80, finance: 50, operations: 40, viewer: 10 }

/** Whether the role has the permission; `undefined` is a guest, who has none. */
export function roleHasPermission(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (rolesByPermission[permission] as readonly Role[]).includes(role)
}

/** The roles that have a permission, highest first, for messages about a missing permission. */
export function rolesWithPermission(permission: Permission): readonly Role[] {
  return rolesByPermission[permission]
}

/** Whether a user with role `actor` can approve, change or suspend a user with role `subject`. */
export function canManageRole(actor: Role, subject: Role): boolean {
  return actor === 'owner' || rank[actor] > rank[subject]
}

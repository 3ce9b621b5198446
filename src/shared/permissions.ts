/** Who may do what: the one table of rights. Every endpoint and every part of a page names a right of this list. */

export const roles = ['owner', 'admin', 'finance', 'operations', 'viewer'] as const
export type Role = (typeof roles)[number]

const rolesByPermission = {
  'orders.view': ['owner', 'admin', 'finance', 'operations', 'viewer'],
  'orders.import': ['owner', 'admin', 'operations'],
  'shipments.manage': ['owner', 'admin', 'operations'],
  'customers.view_personal': ['owner', 'admin', 'finance', 'operations'],
  'finance.view': ['owner', 'admin', 'finance'],
  'users.view': ['owner', 'admin'],
  'users.approve': ['owner', 'admin'],
  'users.suspend': ['owner', 'admin'],
  'events.view': ['owner', 'admin', 'finance', 'operations'],
  'books.verify': ['owner', 'admin', 'finance'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof rolesByPermission
export const permissions = Object.keys(rolesByPermission) as Permission[]

/** Higher ranks may let in and suspend lower ones, never their own or a higher one; only an owner may act on an owner. */
const rank: Record<Role, number> = { owner: 100, admin: 80, finance: 50, operations: 40, viewer: 10 }

/** Whether the role holds the right; `undefined` is a visitor who is not logged in and holds none. */
export function roleHasPermission(role: Role | undefined, permission: Permission): boolean {
  return role !== undefined && (rolesByPermission[permission] as readonly Role[]).includes(role)
}

/** The roles that hold a right, highest first: what a page says when the reader does not. */
export function rolesWithPermission(permission: Permission): readonly Role[] {
  return rolesByPermission[permission]
}

/** Whether someone of role `actor` may let in, change or suspend someone of role `subject`. */
export function canManageRole(actor: Role, subject: Role): boolean {
  return actor === 'owner' || rank[actor] > rank[subject]
}

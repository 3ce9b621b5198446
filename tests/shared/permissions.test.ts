import {
  roleHasPermission,
  canManageRole,
  type Permission,
  permissions,
  type Role,
  roles,
  rolesWithPermission,
} from '#shared/permissions.ts'
import { describe, expect, test } from 'bun:test'

/** Written down a second time on purpose: a right that changes hands must be meant. */
const expectedPermissions: Record<Role, Permission[]> = {
  owner: [...permissions],
  admin: [...permissions],
  finance: ['orders.view', 'customers.view_personal', 'finance.view', 'events.view', 'books.verify'],
  operations: ['orders.view', 'orders.import', 'shipments.manage', 'customers.view_personal', 'events.view'],
  viewer: ['orders.view'],
}

describe('the table of rights', () => {
  test.each(roles)('gives a %s exactly these rights', (role) => {
    expect(permissions.filter((permission) => roleHasPermission(role, permission))).toEqual(expectedPermissions[role])
  })

  test('gives a visitor none, and names who holds each, highest first', () => {
    for (const permission of permissions) {
      expect(roleHasPermission(undefined, permission)).toBe(false)
      expect(rolesWithPermission(permission)).toEqual(roles.filter((role) => roleHasPermission(role, permission)))
      expect(rolesWithPermission(permission)[0]).toBe('owner')
    }
  })
})

describe('rank', () => {
  test('lets everybody but an owner govern only those below', () => {
    for (const role of roles) {
      expect(canManageRole('owner', role)).toBe(true)
      expect(canManageRole(role, role)).toBe(role === 'owner')
      for (const other of roles)
        if (role !== other && role !== 'owner')
          expect(canManageRole(role, other) && canManageRole(other, role)).toBe(false)
    }
    expect(canManageRole('admin', 'finance')).toBe(true)
    expect(canManageRole('finance', 'admin')).toBe(false)
  })
})

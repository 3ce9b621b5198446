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

/** Repeats the table on purpose, so that a changed permission must be changed here too. */
const expectedPermissions: Record<Role, Permission[]> = {
  owner: [...permissions],
  admin: permissions.filter((permission) => permission !== 'backups.view' && permission !== 'payments.write_off'),
  finance: [
    'orders.view',
    'orders.assign',
    'orders.tag',
    'orders.attach',
    'orders.note',
    'orders.print',
    'payments.record',
    'payments.write_off',
    'refunds.request',
    'refunds.approve',
    'customers.view_personal',
    'finance.view',
    'events.view',
    'books.verify',
  ],
  operations: [
    'orders.view',
    'orders.import',
    'orders.create',
    'orders.edit',
    'orders.hold',
    'orders.cancel',
    'orders.archive',
    'orders.assign',
    'orders.tag',
    'orders.attach',
    'orders.note',
    'orders.print',
    'payments.record',
    'refunds.request',
    'shipments.manage',
    'returns.manage',
    'customers.view_personal',
    'customers.manage',
    'events.view',
  ],
  viewer: ['orders.view'],
}

describe('the permissions', () => {
  test.each(roles)('a %s has exactly these permissions', (role) => {
    expect(permissions.filter((permission) => roleHasPermission(role, permission))).toEqual(expectedPermissions[role])
  })

  test('a guest has none; the roles of each permission are listed highest first', () => {
    for (const permission of permissions) {
      expect(roleHasPermission(undefined, permission)).toBe(false)
      expect(rolesWithPermission(permission)).toEqual(roles.filter((role) => roleHasPermission(role, permission)))
      expect(rolesWithPermission(permission)[0]).toBe('owner')
    }
  })
})

describe('the rank of roles', () => {
  test('only owners can manage users of the same rank; all others manage lower ranks only', () => {
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

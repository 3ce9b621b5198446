import {
  type BuiltInRole,
  builtInRoles,
  canManageRole,
  findRole,
  type Permission,
  permissions,
  type Role,
  roleHasPermission,
  rolesWithPermission,
} from '#shared/permissions.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

/** Repeats the table on purpose, so that a changed permission must be changed here too. */
const expectedPermissions: Record<BuiltInRole, Permission[]> = {
  owner: [...permissions],
  admin: permissions.filter((permission) => permission !== 'backups.view'),
  finance: [
    'orders.view',
    'orders.assign',
    'orders.tag',
    'orders.attach',
    'orders.note',
    'orders.print',
    'orders.bulk',
    'orders.export',

    'payments.record',
    'payments.write_off',
    'refunds.request',
    'refunds.approve',
    'customers.view_personal',
    'customers.reveal_personal',
    'finance.view',
    'finance.manage_accounts',
    'finance.manage_rates',
    'finance.export',
    'finance.post',
    'finance.approve',
    'finance.reconcile',
    'finance.close',
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
    'orders.bulk',
    'orders.export',

    'payments.record',
    'refunds.request',
    'shipments.manage',
    'returns.manage',
    'customers.view_personal',
    'customers.reveal_personal',
    'customers.manage',
    'views.share',
    'events.view',
  ],
  viewer: ['orders.view'],
}

const roleOf = (id: BuiltInRole): Role => findRole(id, []) as Role

/** A role of the company with these permissions. */
const ownRole = (...own: Permission[]): Role => ({ id: 'own', name: 'Own', permissions: own })

describe('the permissions', () => {
  test.each(builtInRoles)('a %s has exactly these permissions', (role) => {
    expect(permissions.filter((permission) => roleHasPermission(roleOf(role), permission))).toEqual(
      expectedPermissions[role],
    )
  })

  test('a guest has none; the roles of each permission are listed highest first, those of the company last', () => {
    const own = ownRole('orders.view')
    for (const permission of permissions) {
      expect(roleHasPermission(undefined, permission)).toBe(false)
      const ids = rolesWithPermission(permission, [own]).map(({ id }) => id)
      const builtIn = builtInRoles.filter((role) => roleHasPermission(roleOf(role), permission))
      expect(ids).toEqual([...builtIn, ...(permission === 'orders.view' ? ['own'] : [])])
      expect(ids[0]).toBe('owner')
    }
  })

  test('whoever prints documents, which show addresses, sees personal data', () => {
    for (const role of builtInRoles)
      if (roleHasPermission(roleOf(role), 'orders.print'))
        expect(roleHasPermission(roleOf(role), 'customers.view_personal')).toBe(true)
  })
})

describe('who manages a role', () => {
  test('owners manage everyone, all others only roles with fewer permissions and none that they lack', () => {
    for (const role of builtInRoles) {
      expect(canManageRole(roleOf('owner'), roleOf(role))).toBe(true)
      expect(canManageRole(roleOf(role), roleOf(role))).toBe(role === 'owner')
    }
    for (const lower of ['finance', 'operations', 'viewer'] as const) {
      expect(canManageRole(roleOf('admin'), roleOf(lower))).toBe(true)
      expect(canManageRole(roleOf(lower), roleOf('admin'))).toBe(false)
    }
    expect(canManageRole(roleOf('finance'), roleOf('operations'))).toBe(false)
    expect(canManageRole(ownRole('users.view', 'orders.view'), ownRole('orders.view'))).toBe(true)
    expect(canManageRole(ownRole('users.view', 'orders.view'), ownRole('orders.edit'))).toBe(false)
    expect(canManageRole(ownRole(...permissions), roleOf('owner'))).toBe(false)
  })

  test('nobody gets more by managing roles, whichever permissions there are', () => {
    const some = fc.uniqueArray(fc.constantFrom(...permissions)).map((own) => ownRole(...own))
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        if (!canManageRole(a, b)) return
        expect(b.permissions.every((permission) => a.permissions.includes(permission))).toBe(true)
        expect(canManageRole(b, a)).toBe(false)
        if (canManageRole(b, c)) expect(canManageRole(a, c)).toBe(true)
      }),
    )
  })
})

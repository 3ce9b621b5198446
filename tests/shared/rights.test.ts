import { may, mayGovern, type Right, rights, type Role, roles, rolesWith } from '#shared/rights.ts'
import { describe, expect, test } from 'bun:test'

/** Written down a second time on purpose: a right that changes hands must be meant. */
const golden: Record<Role, Right[]> = {
  owner: [...rights],
  admin: [...rights],
  finance: ['orders.view', 'customers.view_personal', 'finance.view', 'events.view', 'books.verify'],
  operations: ['orders.view', 'orders.import', 'shipments.manage', 'customers.view_personal', 'events.view'],
  viewer: ['orders.view'],
}

describe('the table of rights', () => {
  test.each(roles)('gives a %s exactly these rights', (role) => {
    expect(rights.filter((right) => may(role, right))).toEqual(golden[role])
  })

  test('gives a visitor none, and names who holds each, highest first', () => {
    for (const right of rights) {
      expect(may(undefined, right)).toBe(false)
      expect(rolesWith(right)).toEqual(roles.filter((role) => may(role, right)))
      expect(rolesWith(right)[0]).toBe('owner')
    }
  })
})

describe('rank', () => {
  test('lets everybody but an owner govern only those below', () => {
    for (const role of roles) {
      expect(mayGovern('owner', role)).toBe(true)
      expect(mayGovern(role, role)).toBe(role === 'owner')
      for (const other of roles)
        if (role !== other && role !== 'owner') expect(mayGovern(role, other) && mayGovern(other, role)).toBe(false)
    }
    expect(mayGovern('admin', 'finance')).toBe(true)
    expect(mayGovern('finance', 'admin')).toBe(false)
  })
})

import type { CurrentUser } from '#server/context.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import { getAllowedActions, isLastOwner, denialReason } from '#server/staff/policy.ts'
import { type BuiltInRole, builtInRoles, canManageRole, findRole, type Role } from '#shared/permissions.ts'
import { userStatuses } from '#shared/staff/user-status.ts'
import { describe, expect, test } from 'bun:test'

const actor = (role: BuiltInRole): CurrentUser => ({
  id: 'actor',
  name: 'Actor',
  email: 'a@example.com',
  role,
  locale: 'en',
  ...toGrants(role),
})
const roleOf = (id: BuiltInRole): Role => findRole(id, []) as Role

describe('the policy of accounts', () => {
  test.each(builtInRoles)(
    'a %s is offered only allowed actions, and none on users whose permissions are not fewer',
    (role) => {
      for (const subjectRole of [...builtInRoles, null])
        for (const status of userStatuses) {
          const subject = { id: 'subject', role: subjectRole, status }
          const actions = getAllowedActions(actor(role), subject, [])
          for (const action of actions) expect(denialReason(action, actor(role), subject, [])).toBeUndefined()
          if (role !== 'owner' && role !== 'admin') expect(actions).toEqual([])
          if (subjectRole !== null && !canManageRole(roleOf(role), roleOf(subjectRole))) expect(actions).toEqual([])
        }
    },
  )

  test('each account status allows its own actions', () => {
    const actionsIn = (status: (typeof userStatuses)[number]) =>
      getAllowedActions(actor('owner'), { id: 'x', role: 'viewer', status }, [])
    expect(userStatuses.map((status) => [status, actionsIn(status)])).toEqual([
      ['pending', ['approve', 'reject']],
      ['active', ['suspend', 'changeRole', 'viewAs']],
      ['suspended', ['restore', 'changeRole', 'archive']],
      ['archived', ['unarchive']],
    ])
  })

  test('recognizes the last owner', () => {
    expect(isLastOwner({ role: 'owner' }, 1)).toBe(true)
    expect(isLastOwner({ role: 'owner' }, 2)).toBe(false)
    expect(isLastOwner({ role: 'admin' }, 1)).toBe(false)
  })
})

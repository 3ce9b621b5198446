import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { type RoleData, toColumns, toRoleData } from '#server/roles/role-data.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/roles/roles-store.ts'
import type { EventView } from '#shared/events/views.ts'
import { isBuiltInRole, permissions } from '#shared/permissions.ts'
import { limitNames } from '#shared/roles/limits.ts'

interface RecordedRole {
  data: RoleData
  createdAt: number
  version: number
}

/** Every role follows from its recorded changes, and accounts have only existing roles. */
export async function verifyRoles(db: Db, findings: Findings): Promise<void> {
  const recorded = replay(await store.listRoleEvents(db))
  const rows = await store.listRoles(db)
  for (const row of rows) {
    const role = recorded.get(row.id)
    if (!role) {
      findings.addViolation('roles-recorded', `roles ${row.id}: no event`)
      continue
    }
    const expected = { ...toColumns(row.id, role.data), created_at: role.createdAt, version: role.version }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual('roles-recorded', `roles ${row.id}`, column, row[column as keyof typeof expected], value)
  }
  const ids = new Set(rows.map(({ id }) => id))
  for (const id of recorded.keys()) if (!ids.has(id)) findings.addViolation('roles-recorded', `roles ${id}: missing`)
  for (const role of await store.listGivenRoles(db))
    if (!isBuiltInRole(role) && !ids.has(role))
      findings.addViolation('roles-recorded', `users: role ${role} does not exist`)
  findings.examined(rows.length, 'roles-recorded')
}

function replay(events: Awaited<ReturnType<typeof store.listRoleEvents>>): Map<string, RecordedRole> {
  const roles = new Map<string, RecordedRole>()
  for (const { action, object_id: id, at, parameters } of events) {
    const before = roles.get(id)
    if (action === 'role.removed') roles.delete(id)
    else
      roles.set(id, {
        data: applyChange(before?.data ?? toRoleData(id, undefined), parseParameters(parameters)),
        createdAt: before?.createdAt ?? at,
        version: (before?.version ?? 0) + 1,
      })
  }
  return roles
}

function applyChange(role: RoleData, { parameters, changes }: Pick<EventView, 'parameters' | 'changes'>): RoleData {
  const added = String(parameters['added'] ?? '').split(' ')
  const removed = String(parameters['removed'] ?? '').split(' ')
  const after = {
    ...role,
    limits: { ...role.limits },
    permissions: permissions.filter(
      (permission) =>
        (role.permissions.includes(permission) || added.includes(permission)) && !removed.includes(permission),
    ),
  }
  for (const { field, to } of changes) {
    const limit = limitNames.find((name) => name === field)
    if (field === 'secondFactorSince') after.secondFactorSince = typeof to === 'number' ? to : null
    else if (limit) after.limits[limit] = typeof to === 'number' ? to : null
    else if (field === 'name' || field === 'description') after[field] = String(to ?? '')
  }
  return after
}

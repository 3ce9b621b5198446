import type { limitFields, LimitName } from '#shared/roles/limits.ts'
import type { Permission } from '#shared/permissions.ts'
import type { RoleView } from '#shared/roles/views.ts'
import type { TestUser } from '#tests/support/test-user.ts'

type Limits = Partial<Record<(typeof limitFields)[LimitName], string>>

/** Makes a role with these permissions and returns its id; limits are amounts like `5.00`. Its name is one that no other role has. */
export async function createRole(
  owner: Pick<TestUser, 'fetch'>,
  permissions: readonly Permission[],
  limits: Limits = {},
  roleName = `Role ${crypto.randomUUID()}`,
): Promise<string> {
  const response = await owner.fetch('/api/roles', { json: { roleName, permissions, ...limits } })
  const { roles } = (await response.json()) as { roles: RoleView[] }
  const role = roles.find(({ name }) => name === roleName)
  if (!role) throw new Error(`POST /api/roles: ${response.status}`)
  return role.id
}

/** Sets the limits of a built-in role. */
export async function setLimits(owner: Pick<TestUser, 'fetch'>, role: string, limits: Limits): Promise<void> {
  const { roles } = (await (await owner.fetch('/api/roles')).json()) as { roles: RoleView[] }
  const version = roles.find(({ id }) => id === role)?.version ?? 0
  const response = await owner.fetch(`/api/roles/${role}`, { method: 'PUT', json: { ...limits, version } })
  if (!response.ok) throw new Error(`PUT /api/roles/${role}: ${response.status} ${await response.text()}`)
}

import { type Permission, permissions } from '#shared/permissions.ts'
import { acceptsTokens, type Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'

/** Permissions that only pages ask for, which tokens cannot open. */
const onPagesOnly: readonly Permission[] = ['backups.view']

/**
 * What API tokens can be allowed: the permissions of endpoints that accept tokens, and those that only add to what an endpoint answers. Never
 * to make tokens.
 */
export const tokenPermissions: readonly Permission[] = permissions.filter((permission) => {
  if (permission.startsWith('tokens.') || onPagesOnly.includes(permission)) return false
  const guarded: Endpoint[] = endpointNames.map((name) => endpoints[name]).filter(({ access }) => access === permission)
  return guarded.length === 0 || guarded.some(acceptsTokens)
})

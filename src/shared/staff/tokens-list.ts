import { defineList } from '#shared/list/list.ts'
import { type Permission, permissions } from '#shared/permissions.ts'

/** For how many days a token can be valid. */
export const tokenLifetimes = ['7', '30', '90', '365'] as const
export const defaultTokenLifetime = '90'

/** What tokens can be allowed: everything except to make tokens. */
export const tokenPermissions: readonly Permission[] = permissions.filter((each) => !each.startsWith('tokens.'))

/** The API tokens on `/users?tab=tokens`, newest first, on one page. */
export const tokensList = defineList({
  path: '/users',
  parameters: { tab: 'tokens' },
  permission: 'tokens.create',
  openParameter: 'openToken',
  filters: [],
  columns: [
    { id: 'token' },
    { id: 'owner', priority: 1 },
    { id: 'status' },
    { id: 'lastUsed', priority: 2, align: 'end', card: false },
    { id: 'expires', priority: 1, align: 'end', card: false },
  ],
  sorts: [],
  paged: false,
  tabs: {},
})

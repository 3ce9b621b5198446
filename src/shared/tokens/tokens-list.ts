import { choice, option, search } from '#shared/list/filter-fields.ts'
import { defineList } from '#shared/list/list.ts'

/** For how many days a token can be valid. */
export const tokenLifetimes = ['7', '30', '90', '365'] as const
export const defaultTokenLifetime = '90'

export const tokenStates = ['active', 'expired', 'revoked'] as const
export type TokenState = (typeof tokenStates)[number]

/** The API tokens, newest first: on `/users?tab=tokens` and `GET /api/tokens`. */
export const tokensList = defineList({
  path: '/users',
  parameters: { tab: 'tokens' },
  permission: 'tokens.create',
  openParameter: 'openToken',
  filters: [
    /** In the name and the beginning of the token, and in the name of its owner, also in pinyin. */
    search('search', { label: ({ staffFilters }) => staffFilters.search }),
    choice('state', {
      key: 'status',
      values: tokenStates,
      multiple: true,
      label: ({ staffFilters }) => staffFilters.status,
      valueLabels: ({ common }) => common.statuses.token,
    }),
    /** The id of a user. */
    option('owner', { label: ({ staffFilters }) => staffFilters.owner }),
    /** A permission that the token was made for. */
    option('permission', { label: ({ staffFilters }) => staffFilters.permission }),
  ],
  columns: [
    { id: 'token' },
    { id: 'owner', priority: 1 },
    { id: 'status' },
    { id: 'lastUsed', priority: 2, align: 'end', card: false },
    { id: 'expires', priority: 1, align: 'end', card: false },
  ],
  sorts: [],
  paged: true,
  tabs: {},
})

/** The state of a token at a time, epoch ms. */
export function tokenState(
  { revokedAt, expiresAt }: { revokedAt: number | null; expiresAt: number },
  now: number,
): TokenState {
  if (revokedAt !== null) return 'revoked'
  return now < expiresAt ? 'active' : 'expired'
}

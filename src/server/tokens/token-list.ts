import { hasPermission } from '#server/auth/access.ts'
import * as store from '#server/tokens/token-list-store.ts'
import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import { listTokenActivity } from '#server/events/events.ts'
import { showEvents } from '#server/events/visible-events.ts'
import { readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { toPermissions } from '#server/roles/stored-role.ts'
import { isTokenPermission } from '#shared/tokens/token-permissions.ts'
import { canEndSessions } from '#server/staff/policy.ts'
import { findPeople, resolveValues } from '#server/list/resolve-values.ts'
import { auditLog } from '#shared/events/audit-log.ts'
import { toFilter } from '#shared/list/list.ts'
import type { Role } from '#shared/permissions.ts'
import { tokensList, tokenState } from '#shared/tokens/tokens-list.ts'
import type { ApiToken, ListTokensQuery } from '#shared/tokens/tokens.ts'
import type { TokenDetail, TokensTabView } from '#shared/staff/page-views.ts'

const maxEvents = 20
/** How many owners the filter offers. */
const maxOwners = 200

/** One page of the tokens that the user can see, newest first. Throws `invalid-input` for a wrong cursor. */
export async function readTokens(
  context: AuthenticatedContext,
  query: ListTokensQuery,
): Promise<Pick<TokensTabView, 'rows' | 'next' | 'previous' | 'count'>> {
  const { kontor, session } = context
  const { read } = kontor.database
  const now = kontor.now()
  const userId = hasPermission(context, 'tokens.manage') ? undefined : session.user.id
  const resolvers = { owner: (value: string) => findPeople(read, session.user.id, 'owner', value) }
  const selection = { filter: await resolveValues(toFilter(tokensList, query), resolvers), userId, now }
  const page = await readKeysetPage<store.ListedToken>({
    cursor: query.cursor,
    sort: '-created',
    keyOf: ({ created_at, id }) => [created_at, id],
    exampleKey: [0, ''],
    find: async (reversed, after, limit) => ({
      rows: await store.findTokens(read, selection, { direction: reversed ? 'asc' : 'desc', after, limit }),
    }),
  })
  return {
    ...page,
    rows: page.rows.map((row) => toTokenView(row, now)),
    count: toCount(await store.countTokens(read, selection)),
  }
}

/** One token with what it did; undefined for one that the user cannot see. */
export async function readToken(context: AuthenticatedContext, id: string): Promise<TokenDetail | undefined> {
  const { kontor, session } = context
  const { read } = kontor.database
  const row = await store.findListedToken(read, id)
  const isOwn = row?.user_id === session.user.id
  if (!row || !(isOwn || hasPermission(context, 'tokens.manage'))) return undefined
  return {
    ...toTokenView(row, kontor.now()),
    canRevoke: canRevoke(session.user, row, await listOwnRoles(read)),
    events:
      isOwn || hasPermission(context, auditLog.permission)
        ? await showEvents(context, listTokenActivity(read, id, maxEvents))
        : null,
  }
}

/** The owners to filter by; none for a user who sees only their own tokens. */
export const readTokenOwners = async (context: AuthenticatedContext): Promise<{ id: string; name: string }[]> =>
  hasPermission(context, 'tokens.manage') ? store.listTokenOwners(context.kontor.database.read, maxOwners) : []

/** Whether the user can revoke a token that they can see: their own, and those of users whose sessions they can end. */
export const canRevoke = (user: CurrentUser, row: store.ListedToken, ownRoles: readonly Role[]): boolean =>
  canEndSessions(user, { id: row.user_id, role: row.role }, ownRoles)

export const toTokenView = (row: store.ListedToken, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  user: { id: row.user_id, name: row.user_name },
  permissions: toPermissions(row.permissions).filter(isTokenPermission),
  addresses: JSON.parse(row.addresses) as string[],
  state: tokenState({ revokedAt: row.revoked_at, expiresAt: row.expires_at }, now),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  lastIp: row.last_ip,
})

import type { AuthenticatedContext } from '#server/context.ts'
import { readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import * as store from '#server/staff/session-store.ts'
import { describeDevice } from '#shared/account/device.ts'
import { toFilter } from '#shared/list/list.ts'
import type { ListSessionsQuery } from '#shared/staff/inputs.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import type { SessionsTabView } from '#shared/staff/page-views.ts'

/** One page of the open sessions of all accounts. Throws `invalid-input` for a wrong cursor. */
export async function readSessions(
  { kontor, session: current }: AuthenticatedContext,
  query: ListSessionsQuery,
): Promise<Pick<SessionsTabView, 'rows' | 'next' | 'previous' | 'count'>> {
  const { read } = kontor.database
  const selection = { filter: toFilter(sessionsList, query), now: kontor.now() }
  const page = await readKeysetPage<store.OpenSession>({
    cursor: query.cursor,
    sort: '-seen',
    keyOf: ({ last_seen_at, id }) => [last_seen_at, id],
    exampleKey: [0, ''],
    find: async (reversed, after, limit) => ({
      rows: await store.findOpenSessions(read, selection, { direction: reversed ? 'asc' : 'desc', after, limit }),
    }),
  })
  return {
    ...page,
    rows: page.rows.map(({ id, user_id, name, user_agent, ip, created_at, last_seen_at }) => ({
      id,
      userId: user_id,
      userName: name,
      device: describeDevice(user_agent),
      ip,
      createdAt: created_at,
      lastSeenAt: last_seen_at,
      isCurrent: id === current.id,
    })),
    count: toCount(await store.countOpenSessions(read, selection)),
  }
}

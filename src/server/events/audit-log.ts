import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { EventsTable } from '#server/db/schema/events.ts'
import * as store from '#server/events/audit-store.ts'
import { isConcealed, maskEvent, revealChanges } from '#server/events/personal-values.ts'
import { countUnsealedEvents } from '#server/events/sealing.ts'
import { formatHead } from '#server/self-check/kept-heads.ts'
import { toStoredEvent } from '#server/events/store.ts'
import { maskLedger } from '#server/events/visible-events.ts'
import { readKeysetPage, toCount } from '#server/list/keyset-page.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import { findPeople, resolveValues } from '#server/list/resolve-values.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import { auditLog, programActor } from '#shared/events/audit-log.ts'
import type { AuditEvent, EventsHead } from '#shared/events/audit-views.ts'
import { toFilter } from '#shared/list/list.ts'
import type { Count } from '#shared/list/count.ts'
import type { ExportEventsInput, ListEventsQuery } from '#shared/events/inputs.ts'

/** One page of the audit log, newest first. Throws `invalid-input` for a wrong cursor. */
export async function readAuditLog(
  context: AuthenticatedContext,
  query: ListEventsQuery,
): Promise<{ rows: AuditEvent[]; next: string | null; previous: string | null; count: Count }> {
  const { database } = context.kontor
  const selection = await selectEvents(context, query)
  const page = await readKeysetPage<EventsTable>({
    cursor: query.cursor,
    sort: '-at',
    keyOf: ({ at, id }) => [at, id],
    exampleKey: [0, ''],
    find: async (reversed, after, limit) => ({
      rows: await store.findEvents(database.read, selection, {
        direction: reversed ? 'asc' : 'desc',
        after,
        limit,
      }),
    }),
  })
  return {
    ...page,
    rows: await toAuditEvents(context, page.rows),
    count: toCount(await store.countEvents(database.read, selection)),
  }
}

/** How many events the list has. */
export const countAuditEvents = async (context: AuthenticatedContext, query: ListEventsQuery): Promise<Count> =>
  toCount(await store.countEvents(context.kontor.database.read, await selectEvents(context, query)))

/** All events of a selection, newest first, in slices. */
export async function* walkAuditLog(
  context: AuthenticatedContext,
  selection: store.AuditSelection,
): AsyncGenerator<AuditEvent[]> {
  for await (const rows of store.walkEvents(context.kontor.database.read, selection)) yield toAuditEvents(context, rows)
}

/** The events that the filter of a query shows. Throws `invalid-input` for an actor who does not exist. */
export const selectEvents = async (
  { kontor, session }: AuthenticatedContext,
  query: ExportEventsInput,
): Promise<store.AuditSelection> => {
  const { book, database } = kontor
  return {
    filter: await resolveValues(toFilter(auditLog, resolveToday({ kontor }, auditLog, query)), {
      actor: (value) => (value === programActor ? [value] : findPeople(database.read, session.user.id, 'actor', value)),
    }),
    timeZone: book.timeZone,
    labels: await store.findLabels(database.read, unquoteWords(query.q ?? '').trim()),
  }
}

/** The head of the chain that seals the events. */
export async function readEventsHead({ database: { read } }: Pick<Kontor, 'database'>): Promise<EventsHead> {
  const { events } = await loadChainHeads(read)
  return {
    head: formatHead({ chain: 'events', ...events }),
    seq: events.seq,
    unsealedEvents: await countUnsealedEvents(read),
  }
}

/** One event, also of those that the audit log does not list; undefined if there is none with this id. */
export async function readAuditEvent(context: AuthenticatedContext, id: string): Promise<AuditEvent | undefined> {
  const row = await store.findEvent(context.kontor.database.read, id)
  return row && (await toAuditEvents(context, [row]))[0]
}

/** Masked for users who may not see personal values, or the ledger. */
async function toAuditEvents(context: AuthenticatedContext, rows: readonly EventsTable[]): Promise<AuditEvent[]> {
  const stored = rows.map((row) => ({
    ...toStoredEvent(row),
    actorType: row.actor_type,
    actorId: row.actor_id,
    ip: row.ip,
    requestId: row.request_id,
  }))
  const events = maskLedger(context, stored)
  if (!hasPermission(context, 'customers.view_personal')) return events.map((event) => maskEvent(event))
  const concealed = events.filter(({ changes }) => changes.some(isConcealed)).map(({ id }) => id)
  const values = concealed.length === 0 ? [] : await store.findPersonalValues(context.kontor.database.read, concealed)
  const byEvent = Map.groupBy(values, ({ event_id }) => event_id)
  return events.map((event) => ({ ...event, changes: revealChanges(event.changes, byEvent.get(event.id)) }))
}

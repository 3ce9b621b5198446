import { readAuditEvent, readAuditLog, readEventsHead } from '#server/events/audit-log.ts'
import { loadViews } from '#server/list/view-actions.ts'
import { readIfValid } from '#server/list/query-errors.ts'
import { auditLog } from '#shared/events/audit-log.ts'
import * as store from '#server/staff/store.ts'
import type { TabLoader } from '#server/staff/tabs.ts'

/** How many people the filter offers. The account of anyone else links to their events. */
const maxPeople = 200

/** A page of the audit log, and the event that is open. */
export const loadAuditTab: TabLoader<'audit'> = async (context, query) => ({
  tab: 'audit',
  missingPermission: null,
  ...(await readIfValid(context, auditLog, query, () => readAuditLog(context, query))),
  event: query.event === undefined ? null : ((await readAuditEvent(context, query.event)) ?? { missing: query.event }),
  views: await loadViews(context, 'events'),
  head: await readEventsHead(context.kontor),
  people: await store.listActors(context.kontor.database.read, maxPeople),
})

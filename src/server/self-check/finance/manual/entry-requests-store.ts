import type { Db } from '#server/db/database.ts'
import type { EventAction } from '#shared/events/event-actions.ts'

/** The actions that decide a request. */
const entryRequestDecisions = [
  'entry_request.approved',
  'entry_request.declined',
  'entry_request.withdrawn',
] as const satisfies readonly EventAction[]

export const listRequests = (db: Db) => db.selectFrom('entry_requests').selectAll().execute()

/** The events of requests, in their order. */
export const listRequestEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', 'entry_request')
    .where('action', 'in', ['entry_request.requested', ...entryRequestDecisions])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The entry of a request, with the codes of the accounts that it was posted to. */
export async function findPosted(db: Db, seq: number) {
  const entry = await db
    .selectFrom('ledger_entries')
    .select(['memo', 'actor_id'])
    .where('seq', '=', seq)
    .executeTakeFirst()
  const postings = await db
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .leftJoin('ledger_links as link', (join) =>
      join
        .onRef('link.entry_seq', '=', 'posting.entry_seq')
        .on('link.type', '=', 'customer')
        .on('account.role', '=', 'store_credit'),
    )
    .select(['account.code', 'account.currency', 'posting.amount_minor', 'link.object_id as customer'])
    .where('posting.entry_seq', '=', seq)
    .orderBy('position')
    .execute()
  return entry && { ...entry, postings }
}

export const listAttachments = (db: Db) => db.selectFrom('entry_attachments').selectAll().execute()

/** The events of files that were attached to entries, requests and lines. */
export const listAttachmentEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_type', 'object_id', 'at', 'actor_id', 'parameters'])
    .where('object_type', 'in', ['entry', 'entry_request', 'statement_line'])
    .where('action', 'in', ['entry.file_attached', 'line.file_attached'])
    .execute()

export const listTemplates = (db: Db) => db.selectFrom('entry_templates').selectAll().execute()

/** The events of templates, in their order. */
export const listTemplateEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', 'entry_template')
    .orderBy('at')
    .orderBy('id')
    .execute()

import type { Db } from '#server/db/database.ts'
import type { KeySlice } from '#server/db/key-slices.ts'
import { maxViolations } from '#server/finance/verify/findings.ts'
import { sliceSize } from '#server/finance/verify/slices.ts'
import { sql } from 'kysely'

/** The numbers of one slice: above `after` and not above `through`, which is null for the last slice. */
export interface EntrySlice {
  after: number
  through: number | null
}

/** Entries by number, a slice at a time. The last slice has no upper end, so that postings of missing entries after it are seen. */
export async function* entrySlices(db: Db) {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const entries = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(sliceSize)
      .execute()
    const through = entries.length < sliceSize ? null : (entries.at(-1)?.seq ?? null)
    yield { entries, slice: { after, through } }
    if (through === null) return
    after = through
  }
}

export async function listPostings(db: Db, { after, through }: EntrySlice) {
  let query = db
    .selectFrom('ledger_postings as posting')
    .leftJoin('ledger_accounts as account', 'account.id', 'posting.account_id')
    .selectAll('posting')
    .select(['code', 'currency', 'is_money_account', 'account.id as known'])
    .where('entry_seq', '>', after)
    .orderBy('entry_seq')
    .orderBy('position')
  if (through !== null) query = query.where('entry_seq', '<=', through)
  return query.execute()
}

export async function listLinks(db: Db, { after, through }: EntrySlice) {
  let query = db.selectFrom('ledger_links').selectAll().where('entry_seq', '>', after)
  if (through !== null) query = query.where('entry_seq', '<=', through)
  return query.execute()
}

/** The entries with these numbers, with their postings and links. */
export async function loadEntries(db: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return { entries: [], postings: [], links: [] }
  const [entries, postings, links] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers).execute(),
    db.selectFrom('ledger_postings').selectAll().where('entry_seq', 'in', numbers).orderBy('position').execute(),
    db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).execute(),
  ])
  return { entries, postings, links }
}

/** Entries that more than one entry reverses. */
export const findReversedTwice = (db: Db, limit: number) =>
  db
    .selectFrom('ledger_entries')
    .select('reverses')
    .where('reverses', 'is not', null)
    .groupBy('reverses')
    .having(({ eb, fn }) => eb(fn.countAll(), '>', 1))
    .limit(limit)
    .execute()

/** The links of a slice whose document does not exist, belongs to another order than the entry, or has another number. */
export async function findWrongLinks(
  db: Db,
  { after, through }: EntrySlice,
): Promise<{ entry_seq: number; type: string; number: string; document_number: string | null }[]> {
  const { rows } = await sql<{ entry_seq: number; type: string; number: string; document_number: string | null }>`
    select entry_seq, type, number, document_number from (
      select link.entry_seq, link.type, link.number, case link.type
        when 'order' then (select number from orders where id = link.object_id)
        when 'payment' then (select number from payments where id = link.object_id and order_id = entry_order.object_id)
        when 'refund' then (select number from refunds where id = link.object_id and order_id = entry_order.object_id)
      end as document_number
      from ledger_links as link
      left join ledger_links as entry_order on entry_order.entry_seq = link.entry_seq and entry_order.type = 'order'
      where link.entry_seq > ${after} ${through === null ? sql`` : sql`and link.entry_seq <= ${through}`}
    ) as linked where document_number is null or document_number <> number limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}

export const listAccounts = (db: Db) => db.selectFrom('ledger_accounts').selectAll().orderBy('code').execute()

/** The events of accounts, in their order. */
export const listAccountEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'object_label', 'at', 'parameters'])
    .where('object_type', '=', 'ledger_account')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The events of entries with these numbers. */
export const listEntryEvents = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'actor_id', 'parameters'])
    .where('object_type', '=', 'entry')
    .where('object_id', 'in', numbers)
    .where('action', 'in', ['entry.posted', 'entry.reversed', 'entry.approved', 'entry.reversal_approved'])
    .execute()

/** What a request was about, and the entry that was posted for it. */
export const findRequest = (db: Db, id: string) =>
  db.selectFrom('entry_requests').select(['entry_seq', 'corrects', 'reverses']).where('id', '=', id).executeTakeFirst()

/** Archived accounts with an entry that was posted later. */
export const findPostedWhileArchived = (db: Db) =>
  db
    .selectFrom('ledger_accounts as account')
    .innerJoin('ledger_postings as posting', 'posting.account_id', 'account.id')
    .innerJoin('ledger_entries as entry', 'entry.seq', 'posting.entry_seq')
    .select(['account.code', 'entry.seq'])
    .where('archived_at', 'is not', null)
    .whereRef('entry.recorded_at', '>', 'account.archived_at')
    .limit(maxViolations)
    .execute()

/** The settings and the head of the ledger; `undefined` if the row, number 1, is gone. */
export const loadBook = (db: Db) => db.selectFrom('book').selectAll().where('id', '=', 1).executeTakeFirst()

/** The times of the oldest rows of some tables, in which everything else begins. */
export async function findOldestTimes(db: Db): Promise<{ table: string; time: number | null }[]> {
  const entries = await db.selectFrom('ledger_entries').select('recorded_at').orderBy('seq').limit(1).execute()
  const events = await db.selectFrom('events').select('at').orderBy('id').limit(1).execute()
  const users = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('time'))
    .execute()
  return [
    { table: 'ledger_entries', time: entries[0]?.recorded_at ?? null },
    { table: 'events', time: events[0]?.at ?? null },
    { table: 'users', time: users[0]?.time ?? null },
  ]
}

/** Keys that more than one entry has, in a slice of entries by their key. */
export async function findDuplicateKeys(
  db: Db,
  { condition }: KeySlice,
): Promise<{ source: string; external_id: string }[]> {
  const { rows } = await sql<{ source: string; external_id: string }>`
    select source, external_id from ledger_entries as child where ${condition}
    group by source, external_id having count(*) > 1 limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}

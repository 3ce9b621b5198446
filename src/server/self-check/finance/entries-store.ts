import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import type { KeySlice } from '#server/db/key-slices.ts'
import type {
  LedgerEntriesTable,
  LedgerEntryTaxesTable,
  LedgerLinksTable,
  LedgerPostingsTable,
} from '#server/db/schema/ledger.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import type { Slice } from '#server/self-check/slices.ts'
import { sql } from 'kysely'

/** Entries with a number above `after` and not above `through`; null is no limit, so that rows of missing entries are seen. */
export type EntryRange = Slice<number>

/** Entries of one slice: more than of orders, as an entry has fewer rows. */
const entriesPerSlice = 500

/** What the entry after another one must continue. */
export type EntryHead = Pick<LedgerEntriesTable, 'seq' | 'hash' | 'recorded_at'>

/** Ranges of at most `size` entries that also end at each of `ends`. Together they cover all numbers. */
export async function listEntryRanges(db: Db, size: number, ends: readonly number[]): Promise<EntryRange[]> {
  const sortedEnds = [...new Set(ends)].toSorted((a, b) => a - b)
  const ranges: EntryRange[] = []
  for (let after: number | null = null; ;) {
    const last: { seq: number } | undefined = await selectSeqs(db, { after, through: null })
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst()
    const from: number = after ?? Number.MIN_SAFE_INTEGER
    const end: number | undefined = sortedEnds.find((each) => each > from)
    const through: number | null = last && end !== undefined ? Math.min(last.seq, end) : (last?.seq ?? end ?? null)
    ranges.push({ after, through })
    if (through === null) return ranges
    after = through
  }
}

const selectSeqs = (db: Db, { after, through }: EntryRange) =>
  db
    .selectFrom('ledger_entries')
    .select('seq')
    .where(({ eb, and }) =>
      and([
        ...(after === null ? [] : [eb('seq', '>', after)]),
        ...(through === null ? [] : [eb('seq', '<=', through)]),
      ]),
    )
    .orderBy('seq')

/** The last entry with a number of at most `through`. */
export const findLastEntry = async (db: Db, through: number | null): Promise<EntryHead | undefined> =>
  through === null
    ? undefined
    : db
        .selectFrom('ledger_entries')
        .select(['seq', 'hash', 'recorded_at'])
        .where('seq', '<=', through)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()

/** The entries of a range by number, a slice at a time. Together the slices cover the numbers of the range. */
export async function* entrySlices(
  db: Db,
  { after: start, through: end }: EntryRange,
): AsyncGenerator<{ entries: LedgerEntriesTable[]; slice: EntryRange }> {
  for (let after = start; ;) {
    const entries = await listEntries(db, bounds({ after, through: end }))
    const isLast = entries.length < entriesPerSlice
    const through: number | null = isLast ? end : (entries.at(-1)?.seq ?? null)
    yield { entries, slice: { after, through } }
    if (isLast) return
    after = through
  }
}

/** Both ends of a range as numbers, so that one statement reads every range. */
export const bounds = ({ after, through }: EntryRange): [after: number, through: number] => [
  after ?? Number.MIN_SAFE_INTEGER,
  through ?? Number.MAX_SAFE_INTEGER,
]

const listEntries = cachedQuery((db) =>
  db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('seq', '>', 0)
    .where('seq', '<=', 0)
    .orderBy('seq')
    .limit(sql.lit(entriesPerSlice))
    .compile(),
)

/** The rows of the entries of a slice. */
export interface EntryRows {
  postings: Posting[]
  links: LedgerLinksTable[]
  taxes: LedgerEntryTaxesTable[]
}

export type Posting = LedgerPostingsTable

/** The rows of the entries of a slice in the order of their entries, postings by position, links by type. */
export async function loadEntryRows(db: Db, slice: EntryRange): Promise<EntryRows> {
  const ends = bounds(slice)
  return {
    postings: await listPostings(db, ends),
    links: await listLinks(db, ends),
    taxes: await listTaxes(db, ends),
  }
}

const listPostings = cachedQuery((db) =>
  db
    .selectFrom('ledger_postings')
    .selectAll()
    .where('entry_seq', '>', 0)
    .where('entry_seq', '<=', 0)
    .orderBy('entry_seq')
    .orderBy('position')
    .compile(),
)

const listLinks = cachedQuery((db) =>
  db
    .selectFrom('ledger_links')
    .selectAll()
    .where('entry_seq', '>', 0)
    .where('entry_seq', '<=', 0)
    .orderBy('entry_seq')
    .orderBy('type')
    .orderBy('object_id')
    .compile(),
)

const listTaxes = cachedQuery((db) =>
  db
    .selectFrom('ledger_entry_taxes')
    .selectAll()
    .where('entry_seq', '>', 0)
    .where('entry_seq', '<=', 0)
    .orderBy('entry_seq')
    .compile(),
)

/** The entries with these numbers, with their postings, links and taxes. */
export async function loadEntries(db: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return { entries: [], postings: [], links: [], taxes: [] }
  const [entries, postings, links, taxes] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('seq', 'in', numbers).execute(),
    db.selectFrom('ledger_postings').selectAll().where('entry_seq', 'in', numbers).orderBy('position').execute(),
    db.selectFrom('ledger_links').selectAll().where('entry_seq', 'in', numbers).execute(),
    db.selectFrom('ledger_entry_taxes').selectAll().where('entry_seq', 'in', numbers).execute(),
  ])
  return { entries, postings, links, taxes }
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

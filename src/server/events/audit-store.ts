import { foldName } from '#server/list/name-sort-key.ts'
import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import {
  compareColumn,
  compareDays,
  compileFilter,
  concatRanges,
  type FieldCompilers,
  mergeRanges,
  startAfterKey,
} from '#server/db/list-query.ts'
import { matchesName } from '#server/staff/name-query.ts'
import type { Tables } from '#server/db/schema.ts'
import type { EventPersonalValuesTable, EventsTable } from '#server/db/schema/events.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { countLimit } from '#shared/constants.ts'
import { type auditLog, type EventTopic, eventTopics, programActor } from '#shared/events/audit-log.ts'
import { type Filter, listComparisons } from '#shared/list/filter.ts'
import type { FilterId } from '#shared/list/list.ts'
import { isIP } from 'node:net'

export interface AuditSelection {
  filter: Filter
  timeZone: string
  /** The search text for names of objects; empty without a search. */
  labels: readonly Label[]
}

/** The name of an object, or an IP address. Names of users are only in some topics, and each topic that is searched for a label is a range. */
interface Label {
  text: string
  topics: readonly EventTopic[]
}

const userTopics: readonly EventTopic[] = ['staff', 'logins', 'refusals', 'exports']

const maximumUsers = 5

/** The names of objects that a search means: the text as it is, an order number in lower case, and users by a part of their name or email. */
export async function findLabels(db: Db, text: string): Promise<Label[]> {
  if (text === '') return []
  if (isIP(text) !== 0) return [{ text, topics: eventTopics }]
  const users = await db
    .selectFrom('users')
    .select('name')
    .where(matchesName(text, foldName(text)))
    .orderBy('name_sort_key')
    .orderBy('name')
    .orderBy('id')
    .limit(maximumUsers)
    .execute()
  const names = new Set(users.map(({ name }) => name))
  names.delete(text)
  const isNumberInLowerCase = /^[a-z]{2}\d{6}-\d+$/.test(text)
  return [
    { text: isNumberInLowerCase ? text.toUpperCase() : text, topics: eventTopics },
    ...[...names].map((name) => ({ text: name, topics: userTopics })),
  ]
}

type Fields = FieldCompilers<FilterId<typeof auditLog>, Tables, 'events'>
const key = ['at', 'id'] as const

/** Up to `limit` events that match, after a key `[at, id]`. Each topic is a range of an index, sorted by time, which the database merges. */
export async function findEvents(
  db: Db,
  selection: AuditSelection,
  { direction, after, limit }: { direction: 'asc' | 'desc'; after: RowKey | undefined; limit: number },
): Promise<EventsTable[]> {
  const ranges = rangesOf(db, selection).map((range) => startAfterKey(range.select(key), key, direction, after))
  const found = (await mergeRanges(db, ranges, key, { direction, limit })?.execute()) ?? []
  if (found.length === 0) return []
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Events of one topic that `walkEvents` reads at once: it keeps as many of each. */
const walkedAtOnce = 100

/** All events that match, newest first, in slices. Merges the ranges here, because the databases would read the beginning of each again for every slice. */
export async function* walkEvents(db: Db, selection: AuditSelection): AsyncGenerator<EventsTable[]> {
  const waiting: AsyncGenerator<EventsTable[]>[] = rangesOf(db, selection).map(walkRange)
  let ranges: { rest: AsyncGenerator<EventsTable[]>; rows: EventsTable[] }[] = []
  for (let slice: EventsTable[] = []; ; slice = []) {
    for (const rest of waiting.splice(0)) {
      const { value, done } = await rest.next()
      if (!done) ranges.push({ rest, rows: value.reverse() })
    }
    if (ranges.length === 0) return
    // Up to the first range that has to be read on.
    while (waiting.length === 0) {
      const newest = ranges.reduce((best, range) => (isNewer(range.rows, best.rows) ? range : best))
      const event = newest.rows.pop()
      if (event) slice.push(event)
      if (newest.rows.length > 0) continue
      waiting.push(newest.rest)
      ranges = ranges.filter((range) => range !== newest)
    }
    yield slice
  }
}

/** The events of a range, newest first, a slice at a time. */
async function* walkRange(range: ReturnType<typeof rangesOf>[number]): AsyncGenerator<EventsTable[]> {
  for (let after: RowKey | undefined; ;) {
    const rows = await startAfterKey(range.selectAll(), key, 'desc', after)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(walkedAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    await yieldToEventLoop()
    after = [last.at, last.id]
  }
}

/** Whether the next of these rows, which is the last, is newer than that of the others. */
function isNewer(rows: readonly EventsTable[], others: readonly EventsTable[]): boolean {
  const [row, other] = [rows.at(-1), others.at(-1)]
  if (!row || !other) return false
  return row.at === other.at ? row.id > other.id : row.at > other.at
}

/** How many events match, counted up to one above `countLimit`. */
export async function countEvents(db: Db, selection: AuditSelection): Promise<number> {
  const matching = concatRanges(rangesOf(db, selection).map((range) => range.select('id')))
  if (!matching) return 0
  const { count } = await db
    .selectFrom(matching.limit(countLimit + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The personal values that events changed. */
export const findPersonalValues = (db: Db, eventIds: readonly string[]): Promise<EventPersonalValuesTable[]> =>
  db
    .selectFrom('event_personal_values')
    .selectAll()
    .where('event_id', 'in', [...eventIds])
    .execute()

export const findEvent = (db: Db, id: string): Promise<EventsTable | undefined> =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

function rangesOf(db: Db, { filter, timeZone, labels }: AuditSelection) {
  const chosen = listComparisons(filter).flatMap((comparison) =>
    comparison.field === 'topic' && comparison.op === 'in' ? comparison.values : [],
  )
  const condition = compileFilter<Tables, 'events'>(filter, compileFields(timeZone))
  return eventTopics
    .filter((topic) => chosen.length === 0 || chosen.includes(topic))
    .flatMap((topic) => {
      const range = db.selectFrom('events').where('topic', '=', topic).where(condition)
      return labels.length === 0
        ? [range]
        : labels
            .filter(({ topics }) => topics.includes(topic))
            .map(({ text }) => range.where(isIP(text) === 0 ? 'object_label' : 'ip', '=', text))
    })
}

const compileFields = (timeZone: string): Fields => ({
  // Each range has one of both.
  search: (eb) => eb.and([]),
  topic: (eb) => eb.and([]),
  actor: (eb, comparison) =>
    comparison.op === 'in' && comparison.values[0] === programActor
      ? eb('actor_id', 'is', null)
      : compareColumn<Tables, 'events'>('actor_id')(eb, comparison),
  at: compareDays<Tables, 'events'>('at', timeZone),
})

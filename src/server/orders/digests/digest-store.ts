import { type CachedQuery, cachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import {
  laterNames,
  ownRows,
  type Part,
  type PartName,
  partNames,
  parts,
} from '#server/orders/digests/digest-parts-store.ts'
import { readingActions } from '#server/orders/digests/reading-actions.ts'
import { describePart, nullMark, type RowText, separator } from '#server/orders/digests/row-texts.ts'
import { type RawBuilder, sql } from 'kysely'

/** Orders with an id above `after` and not above `through`; null is no limit. */
export interface OrderRange {
  after: string | null
  through: string | null
}

/** The rows of a part of the orders of a range. */
export async function listRows(db: Db, name: PartName, { after, through }: OrderRange): Promise<RowText[]> {
  const query = queries.get(name) ?? (await createQuery(name))
  queries.set(name, query)
  return query(db, [after ?? '', through ?? afterAllIds])
}

const queries = new Map<PartName, CachedQuery<RowText>>()

/** Sorts after every id. */
const afterAllIds = '\u{10ffff}'

async function createQuery(name: PartName): Promise<CachedQuery<RowText>> {
  const select = await describeTexts(name)
  return cachedQuery((db) => select(db, (id) => sql`${id} > ${''} and ${id} <= ${''}`).compile(db))
}

/** The ids of the orders of which a condition is true. */
type IdCondition = (id: RawBuilder<unknown>) => RawBuilder<unknown>

type SelectTexts = (db: Db, condition: IdCondition) => RawBuilder<RowText>

const toBytes = (db: Db, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  isSqlite(db) ? sql`cast(${text} as blob)` : text

/** Without statistics PostgreSQL would join the tables as if they were small; so it looks for the tokens of each order. */
const ownTokens = (db: Db): RawBuilder<unknown> =>
  isSqlite(db)
    ? sql`order_tokens`
    : sql`lateral (select * from order_tokens where order_key = orders.key offset 0) as order_tokens`

/**
 * An order has some thirty tokens, without line breaks and all with its time: joining them as they are, with the sum of their parts,
 * takes half of the time. SQLite reads them in
 * the order of their primary key; asking for it takes twice as long, and in another order the digest would only differ.
 */
const selectTokens: SelectTexts = (db, condition) => sql`
  select orders.id as order_id, ${toBytes(
    db,
    sql`concat_ws('|', string_agg(token, cast(${sql.lit('\n')} as text)${isSqlite(db) ? sql`` : sql` order by token`}),
      min(order_tokens.placed_at), max(order_tokens.placed_at), sum(part))`,
  )} as text, count(*) as rows
  from orders cross join ${ownTokens(db)}
  where ${condition(sql.ref('orders.id'))} and order_key = orders.key
  group by orders.id`

async function describeTexts(name: PartName): Promise<SelectTexts> {
  if (name === 'tokens') return selectTokens
  const { table, orderBy, from = ownRows(parts[name].table) }: Part = parts[name]
  const { columns, integerColumns, nullableColumns } = await describePart(name)
  const values = columns.map((column) => {
    const value = sql.ref(`${table}.${column}`)
    if (!nullableColumns.includes(column)) return value
    return sql`coalesce(${integerColumns.includes(column) ? sql`cast(${value} as text)` : value}, ${sql.lit(nullMark)})`
  })
  const order = sql.join(
    [from.orderId, ...orderBy.map((column) => `${table}.${column}`)].map((column) => sql.ref(column)),
  )
  return (db, condition) => sql`
    select ${sql.ref(from.orderId)} as order_id, ${toBytes(db, sql`concat_ws(${sql.lit(separator)}, ${sql.join(values)})`)} as text
    from ${from.tables}
    where ${condition(sql.ref(from.orderId))}${from.condition ? sql` and ${from.condition}` : sql``}
    order by ${order}`
}

/** The kinds of rows that only orders have that have changed since their import. The digest has no files and no personal values of events. */
export type LaterRows = (typeof laterNames)[number] | 'attachments' | 'personalValues'

/** Which orders of a range have rows of which an import writes none. */
export const listLaterRows = (
  db: Db,
  { after, through }: OrderRange,
): Promise<{ order_id: string; name: LaterRows }[]> => {
  const ends = [after ?? '', through ?? afterAllIds]
  return findLaterRows(db, Array.from({ length: laterNames.length + 2 }, () => ends).flat())
}

const findLaterRows = cachedQuery((db) => {
  const inRange: IdCondition = (id) => sql`${id} > ${''} and ${id} <= ${''}`
  const ofParts = laterNames.map((name) => {
    const { tables, orderId } = (parts[name] as Part).from ?? ownRows(parts[name].table)
    return sql`
      select ${sql.ref(orderId)} as order_id, ${sql.lit(name)} as name from ${tables} where ${inRange(sql.ref(orderId))}`
  })
  const others = sql`
    select order_id, 'attachments' from attachments where ${inRange(sql.ref('order_id'))}
    union all
    select object_id, 'personalValues' from events join event_personal_values on event_id = events.id
    where object_type = 'order' and ${inRange(sql.ref('object_id'))}`
  return sql<{ order_id: string; name: LaterRows }>`${sql.join([...ofParts, others], sql` union all `)}`.compile(db)
})

/** A row of a part of one order. */
export type OwnText = Omit<RowText, 'order_id'> & { name: PartName }

/** The rows of some parts of one order, in one statement. */
export async function listRowsOf(db: Db, orderId: string, names: readonly PartName[]): Promise<OwnText[]> {
  if (names.length === 0) return []
  const key = names.join()
  const query = ownTexts.get(key) ?? (await createOwnTexts(names))
  ownTexts.set(key, query)
  return query(
    db,
    names.map(() => orderId),
  )
}

const ownTexts = new Map<string, CachedQuery<OwnText>>()

async function createOwnTexts(names: readonly PartName[]): Promise<CachedQuery<OwnText>> {
  const select = await selectOwnTexts(names)
  return cachedQuery((db) => select(db).compile(db))
}

type SelectOwnTexts = (db: Db) => RawBuilder<OwnText>

async function selectOwnTexts(names: readonly PartName[]): Promise<SelectOwnTexts> {
  const selects = await Promise.all(names.map(describeTexts))
  return (db) => {
    const ofParts = selects.map(
      (select, index) => sql`
        select ${sql.lit(names[index])} as name, text, ${names[index] === 'tokens' ? sql`rows` : sql`1`} as rows from (${select(db, (id) => sql`${id} = ${''}`)}) as texts`,
    )
    return sql<OwnText>`${sql.join(ofParts, sql` union all `)}`
  }
}

/** An order as it is stored. */
interface StoredOrder {
  /** The number of its events, without those of reads. */
  events: number
  /** The parameters of the last one. */
  parameters: string
  rows: OwnText[]
}

/** An order with all its rows and its last event, in one statement. */
export async function findStoredOrder(db: Db, orderId: string): Promise<StoredOrder> {
  const query = (storedOrder ??= await createStoredOrder())
  const [event, ...rows] = await query(
    db,
    Array.from({ length: partNames.length + 2 }, () => orderId),
  )
  return { events: event?.rows ?? 0, parameters: String(event?.text), rows: rows as OwnText[] }
}

type StoredText = Omit<OwnText, 'name'>

let storedOrder: CachedQuery<StoredText> | undefined

async function createStoredOrder(): Promise<CachedQuery<StoredText>> {
  const selectTexts = await selectOwnTexts(partNames)
  const reading = sql.join(readingActions.map((action) => sql.lit(action)))
  const changes = sql`object_type = 'order' and object_id = ${''} and action not in (${reading})`
  return cachedQuery((db) =>
    sql<StoredText>`
      select 'event' as name, (select parameters from events where ${changes} order by at desc, id desc limit 1) as text,
        (select count(*) from events where ${changes}) as rows
      union all ${selectTexts(db)}`.compile(db),
  )
}

import { cachedQuery, type CachedQuery } from '#server/db/cached-query.ts'
import type { Db } from '#server/db/database.ts'
import { allRows, type KeySlice } from '#server/db/key-slices.ts'
import type { ForeignKey, TableDescription } from '#server/db/tables.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import { maxViolations } from '#server/self-check/findings.ts'
import { type RawBuilder, sql } from 'kysely'

/** The key of a row that refers to no row, and the value that it refers with. */
interface Orphan {
  key: string
  value: string
}

/** The queries that check whole tables: there are many tables, and few have more than one slice. */
const cachedQueries = new Map<string, CachedQuery<{ found: number }>>()

/** Whether some row of a slice refers to no row, with one of these keys; read once for all keys. */
export async function hasOrphans(
  db: Db,
  { name: table }: TableDescription,
  foreignKeys: readonly ForeignKey[],
  { condition }: KeySlice,
): Promise<boolean> {
  const areOrphans = sql.join(
    foreignKeys.map((foreignKey) => sql`(${isOrphan(foreignKey)})`),
    sql` or `,
  )
  const query = sql<{ found: number }>`
    select 1 as found from ${sql.table(table)} as child where ${condition} and (${areOrphans}) limit 1`
  if (condition !== allRows) return (await query.execute(db)).rows.length > 0
  const find = cachedQueries.getOrInsertComputed(table, () => cachedQuery((any) => query.compile(any)))
  return (await find(db)).length > 0
}

/** The first rows of a slice that refer to no row. */
export async function findOrphans(
  db: Db,
  { name: table, primaryKey }: TableDescription,
  foreignKey: ForeignKey,
  { condition }: KeySlice,
): Promise<Orphan[]> {
  const asText = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`cast(${sql.ref(`child.${name}`)} as text)`),
      sql` || ' ' || `,
    )
  const { rows } = await sql<Orphan>`
    select ${asText(primaryKey)} as key, ${asText(foreignKey.columns)} as value from ${sql.table(table)} as child
    where ${condition} and ${isOrphan(foreignKey)} limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}

/** The condition that a row of `child` has a key, but no row that it refers to. */
function isOrphan({ columns, referencedTable, referencedColumns }: ForeignKey): RawBuilder<unknown> {
  const child = columns.map((name) => sql.ref(`child.${name}`))
  const isSet = sql.join(
    child.map((column) => sql`${column} is not null`),
    sql` and `,
  )
  const matches = sql.join(
    child.map((column, index) => sql`${sql.ref(`parent.${referencedColumns[index]}`)} = ${column}`),
    sql` and `,
  )
  return sql`${isSet} and not exists (select 1 from ${sql.table(referencedTable)} as parent where ${matches})`
}

/** The first rows whose reference has no target, where nothing else checks it, and rows beyond the single one that their table may have. */
export async function findStrayRows(db: Db): Promise<{ table: string; key: string }[]> {
  const { rows } = await sql<{ table: string; key: string }>`
    select 'attachment_chunks' as "table", attachment_id as key
    from (select distinct attachment_id from attachment_chunks) as chunk
    where not exists (select 1 from attachments where attachments.id = chunk.attachment_id)
      and not exists (select 1 from entry_attachments where entry_attachments.id = chunk.attachment_id)
      and not exists (select 1 from unfinished_uploads where unfinished_uploads.attachment_id = chunk.attachment_id)
    union all
    ${selectUnreadChunks('attachment_chunks', 'attachment_id')}
    union all
    ${selectUnreadChunks('statement_file_chunks', 'file_id')}
    union all
    select 'customer_contacts', contact from customer_contacts
    where order_id is not null and not exists (select 1 from orders where orders.id = order_id)
    union all
    select 'removed_events', event_id from removed_events
    where not exists (select 1 from event_seals where event_seals.event_id = removed_events.event_id)
    union all
    select 'one_time_links', token_hash from one_time_links
    where kind = 'invitation' and not exists (select 1 from invitations where invitations.id = subject_id)
    union all
    select 'book', cast(id as text) from book where id <> 1
    union all
    select 'seller', cast(id as text) from seller where id <> 1
    union all
    select 'event_chain', cast(id as text) from event_chain where id <> 1
    limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}

/** The files with a missing piece. The pieces after it are never read. */
const selectUnreadChunks = (table: string, file: string): RawBuilder<unknown> =>
  sql`select ${sql.lit(table)}, ${sql.ref(file)} from ${sql.table(table)} group by ${sql.ref(file)} having max(position) >= count(*)`

/** The error of a part: no search reads it, its other tokens are in other parts, or it has orders that were placed after its time. */
export type PartProblem = 'unknown' | 'other-tokens' | 'placed-later'

/** The invalid parts of tokens. Whether orders were placed later is checked for parts with a token of a place, which most have. */
export async function findStrayParts(db: Db): Promise<{ part: number; problem: PartProblem }[]> {
  const hasTokens = (from: string, to: string) => sql`exists (
    select 1 from order_tokens where order_tokens.part = found.part and token >= ${from} and token < ${to}
  )`
  const isOfPlace = sql`token >= ${'+'} and token < ${','}`
  const { rows } = await sql<{ part: number; problem: PartProblem }>`
    with recursive used (part) as (
      select min(part) from order_tokens
      union all
      select (select min(part) from order_tokens where part > used.part) from used where used.part is not null
    ), found (part, placed_before) as (
      select used.part, token_parts.placed_before from used left join token_parts on token_parts.part = used.part
      where used.part is not null
    ), described (part, problem) as (
      select part, case
        when part = ${sql.lit(sharedPart)} then case
          when ${hasTokens('!', '#')} or ${hasTokens('$', '\u{10ffff}')} then 'other-tokens' end
        when placed_before is null then 'unknown'
        when ${hasTokens(' ', '!')} then 'other-tokens'
        when exists (
          select 1 from order_tokens where order_tokens.part = found.part and ${isOfPlace} and placed_at >= placed_before
        ) then 'placed-later'
      end
      from found
    )
    select part, problem from described where problem is not null
    limit ${sql.lit(maxViolations)}`.execute(db)
  return rows
}

const ordersPerSlice = 5_000

/** The orders that tokens refer to, which they do without a foreign key: how many, and the keys of those that do not exist. */
export async function* tokenSlices(db: Db): AsyncGenerator<{ orders: number; orphans: string[] }> {
  for (let after = 0; ;) {
    const [slice] = await selectTokenSlice(db, [after])
    if (!slice || slice.last === null) return
    yield { orders: slice.orders, orphans: slice.orphans?.split(' ') ?? [] }
    after = slice.last
  }
}

/** One step in the primary key for each order, however many tokens it has. */
const selectTokenSlice = cachedQuery((db) =>
  sql<{ orders: number; last: number | null; orphans: string | null }>`
    with recursive keys (order_key) as (
      select min(order_key) from order_tokens where order_key > ${0}
      union all
      select (select min(order_key) from order_tokens where order_key > keys.order_key)
      from keys where keys.order_key is not null
    )
    select count(*) as orders, max(order_key) as last,
      string_agg(cast(order_key as text), cast(${sql.lit(' ')} as text))
        filter (where not exists (select 1 from orders where orders.key = order_key)) as orphans
    from (select order_key from keys where order_key is not null limit ${sql.lit(ordersPerSlice)}) as slice`.compile(
    db,
  ),
)

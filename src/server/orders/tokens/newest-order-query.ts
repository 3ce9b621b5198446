import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { sql } from 'kysely'

/**
 * The newest order with each of these tokens, which are in the part of all orders; null for a token that no order has. A scalar subquery for each:
 * PostgreSQL reads one row of the index for it.
 */
export const findNewestKeys = cachedQueryByIds<{ token: string; order_key: number | null }>((db, tokens) => {
  const wanted = sql`(values ${sql.join(tokens.map((token) => sql`(${token})`))})`
  return sql<{ token: string; order_key: number | null }>`
    select column1 as token, (
      select order_key from order_tokens where ${isInPart(db, 'shared')} and token = wanted.column1
      order by placed_at desc, order_key desc limit 1
    ) as order_key from ${wanted} as wanted`.compile(db)
})

import type { Db } from '#server/db/database.ts'
import { cachedQueryByIds } from '#server/db/query-by-ids.ts'
import type { CustomerSumsTable } from '#server/db/schema/customers.ts'
import { isInPart } from '#server/orders/tokens/token-parts-query.ts'
import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { sql } from 'kysely'

/** What the orders of a customer in one currency add up to, without those of customers merged into it. */
export interface OrderSums extends CustomerSumsTable {
  /** How many are neither drafts nor cancelled, and when the newest of these was placed, ms. */
  counted: number
  last_counted_at: number | null
}

/** Adds up the orders of these customers, once for all that is kept of them: each order is a page elsewhere on the disk. */
export async function sumOrders(db: Db, numbers: readonly string[]): Promise<OrderSums[]> {
  const sums = await selectSums(db, numbers.map(toCustomerToken))
  return sums.map(({ token, ...sum }) => ({ ...sum, customer_number: token.slice(tokenStart) }))
}

const tokenStart = toCustomerToken('').length

const selectSums = cachedQueryByIds<Omit<OrderSums, 'customer_number'> & { token: string }>((db, tokens) => {
  const statuses = countedStatuses.map(sql.lit)
  return db
    .selectFrom('order_tokens')
    .innerJoin('orders', 'orders.key', 'order_tokens.order_key')
    .select(['token', 'currency'])
    .select(({ eb, fn }) => [
      fn.countAll<number>().as('order_count'),
      fn.sum<number>(eb('captured_minor', '-', eb.ref('refunded_minor'))).as('spent_minor'),
      fn.countAll<number>().filterWhere('status', 'in', statuses).as('counted'),
      fn.max('orders.placed_at').filterWhere('status', 'in', statuses).as('last_counted_at'),
    ])
    .where(isInPart(db, 'shared'))
    .where('token', 'in', tokens)
    .groupBy(['token', 'currency'])
    .compile()
})

/** What is kept of the orders of these customers. */
export const listKeptSums = cachedQueryByIds<CustomerSumsTable>((db, numbers) =>
  db.selectFrom('customer_sums').selectAll().where('customer_number', 'in', numbers).compile(),
)

/** The customers that were merged into these. */
export const listMerged = cachedQueryByIds<{ number: string; merged_into: string | null }>((db, numbers) =>
  db.selectFrom('customers').select(['number', 'merged_into']).where('merged_into', 'in', numbers).compile(),
)

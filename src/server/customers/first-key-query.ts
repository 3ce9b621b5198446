import { toCustomerToken } from '#server/orders/tokens/search-tokens.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { type RawBuilder, sql } from 'kysely'

/** The key of the first order of the customer with the number in a column, apart from drafts and cancelled ones and from those merged into it. */
export const firstKey = (numberColumn: string): RawBuilder<number | null> => sql`(
  select own.order_key from order_tokens as own inner join orders as counted on counted.key = own.order_key
  where own.part = ${sql.lit(sharedPart)} and own.token = ${toCustomerToken('')} || ${sql.ref(numberColumn)}
    and counted.status in (${sql.join(countedStatuses.map((status) => sql.lit(status)))})
  order by own.placed_at, own.order_key limit 1
)`

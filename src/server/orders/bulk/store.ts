import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { selectEntries } from '#server/orders/tokens/token-parts-query.ts'

export interface OrderOfToken {
  token: string
  number: string
  external_number: string
}

/** The end of a number is a token of an order of every day, so each query reads few tokens. */
const tokensPerQuery = 10

/** The orders that one of these search tokens finds and that match, each with its token. */
export async function findOrdersByToken(
  db: Db,
  tokens: readonly string[],
  matches: (order: OrderOfToken) => boolean,
): Promise<OrderOfToken[]> {
  const found: OrderOfToken[] = []
  for (let start = 0; start < tokens.length; start += tokensPerQuery) {
    const orders = await selectEntries(db, tokens.slice(start, start + tokensPerQuery))
      .innerJoin('orders', 'orders.key', 'entry.order_key')
      .select(['entry.token', 'orders.number', 'orders.external_number'])
      .execute()
    found.push(...orders.filter(matches))
    await yieldToEventLoop()
  }
  return found
}

import type { Db } from '#server/db/database.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { selectByTokens } from '#server/orders/tokens/token-ranges-query.ts'

/** Maximum number of tokens of the rarest word to examine. */
const maxTokens = 5000

const columns = { table: 'customer_tokens', token: 'token', item: 'customer_number' }

/** Customers whose profiles have a token in a range of every list, the newest first as far as all were looked at. */
export async function findByTokens(
  db: Db,
  search: readonly (readonly TokenRange[])[],
  limit: number,
): Promise<string[]> {
  const found = await selectByTokens(db, columns, search, maxTokens)
  const rows = (await found?.distinct().orderBy('found.item', 'desc').limit(limit).execute()) ?? []
  return rows.map(({ item }) => item)
}

import type { Db } from '#server/db/database.ts'
import * as store from '#server/orders/digest-store.ts'

/** The digest of an order, and how many rows it has of each kind. */
export interface OrderDigest {
  digest: string
  rows: Partial<Record<store.PartName, number>>
}

const names = Object.keys(store.parts) as store.PartName[]

/**
 * The digests of the orders of a range, by id, over all rows that an import writes of an order. The event of the import keeps it, so that
 * the self-check knows an order that is still as it was imported. The time zone is part of it, because tokens of days depend on it. An order
 * of which there are only rows that refer to it has one, too.
 */
export async function digestOrders(
  db: Db,
  range: store.OrderRange,
  timeZone: string,
): Promise<ReadonlyMap<string, OrderDigest>> {
  const found = new Map<string, { texts: (string | null)[]; rows: OrderDigest['rows'] }>()
  for (const [index, name] of names.entries())
    for (const { order_id, text, rows } of await store.listTexts(db, name, range)) {
      const order = found.getOrInsertComputed(order_id, () => ({ texts: names.map(() => null), rows: {} }))
      order.texts[index] = text
      order.rows[name] = rows
    }
  return new Map([...found].map(([id, { texts, rows }]) => [id, { digest: hashTexts(timeZone, texts), rows }]))
}

/** SHA-256 in hex over the time zone and the lengths of the texts, as JSON, and then the texts: writing these as JSON would take twice as long. */
function hashTexts(timeZone: string, texts: readonly (string | null)[]): string {
  const lengths = texts.map((text) => text?.length ?? null)
  const hasher = new Bun.CryptoHasher('sha256').update(JSON.stringify([timeZone, lengths]))
  for (const text of texts) if (text !== null) hasher.update(text)
  return hasher.digest('hex')
}

/** The orders of a range that have rows of which an import writes none, and so are not as they were imported. */
export const findExtendedOrders = (db: Db, range: store.OrderRange): Promise<string[]> => store.listExtended(db, range)

/** The range of these orders and those between them. */
export function rangeOf(ids: readonly string[]): store.OrderRange {
  const sorted = ids.toSorted()
  // Without its last character an id sorts before itself.
  return { after: sorted[0]?.slice(0, -1) ?? null, through: sorted.at(-1) ?? null }
}

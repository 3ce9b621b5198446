import type { Db, Transaction } from '#server/db/database.ts'
import * as store from '#server/orders/digest-store.ts'

/** The digest of an order, and how many rows it has of each kind. */
export interface OrderDigest {
  digest: string
  rows: Partial<Record<store.PartName, number>>
}

type Rows = Partial<Record<store.PartName, Pick<store.RowText, 'text' | 'rows'>[]>>

/**
 * The digests of the orders of a range, by id, over all rows of them. The events of the import and of changes since have it, so that
 * the self-check knows an order that is still as the program left it. The time zone is part of it, because tokens of days depend on it. An order
 * of which there are only rows that refer to it has one, too. `events` are the numbers of events of the orders that have more than that of their
 * import, `later` what else than rows of an import there is of them.
 */
export async function digestOrders(
  db: Db,
  range: store.OrderRange,
  timeZone: string,
  { events, later = [] }: { events?: ReadonlyMap<string, number>; later?: readonly store.LaterRows[] } = {},
): Promise<ReadonlyMap<string, OrderDigest>> {
  return new Map(
    [...(await listRows(db, range, later))].map(([id, rows]) => [
      id,
      { digest: hashRows(timeZone, rows, events?.get(id) ?? 1), rows: countRows(rows) },
    ]),
  )
}

/** What the events of the import of new orders record as `rows`, by id of the order. */
export async function digestNewOrders(
  transaction: Transaction,
  ids: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  for (const [id, rows] of await listRows(transaction, rangeOf(ids), []))
    if (!(await isAmbiguous(rows))) digests.set(id, hashRows(timeZone, rows, 1))
  return digests
}

async function listRows(
  db: Db,
  range: store.OrderRange,
  later: readonly store.LaterRows[],
): Promise<ReadonlyMap<string, Rows>> {
  const found = new Map<string, Rows>()
  for (const name of [...store.importedNames, ...store.laterNames.filter((each) => later.includes(each))])
    for (const row of await store.listRows(db, name, range)) {
      let rows = found.get(row.order_id)
      if (!rows) found.set(row.order_id, (rows = {}))
      const others = rows[name]
      if (others) others.push(row)
      else rows[name] = [row]
    }
  return found
}

const countRows = (all: Rows): OrderDigest['rows'] =>
  Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, rows.reduce((sum, row) => sum + row.rows, 0)]))

async function isAmbiguous(rows: Rows): Promise<boolean> {
  for (const name of store.partNames)
    for (const row of rows[name] ?? []) if (await store.hasSeparators(name, row)) return true
  return false
}

/**
 * SHA-256 in hex over the time zone and the numbers and lengths of the rows, as JSON, and then the rows: writing these as JSON would take twice
 * as long. With more than one event, their number belongs to it, so that no earlier state of the order has the same digest, and the parts of
 * which an import writes none.
 */
function hashRows(timeZone: string, rows: Rows, events: number): string {
  const found = (events > 1 ? store.partNames : store.importedNames).map((name) => rows[name] ?? [])
  const sizes = found.map((part) => part.map((row) => [row.rows, byteLength(row.text)]))
  const hasher = new Bun.CryptoHasher('sha256').update(JSON.stringify([timeZone, sizes, events]))
  for (const part of found) for (const { text } of part) hasher.update(text)
  return hasher.digest('hex')
}

const byteLength = (text: string | Uint8Array): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.length

/**
 * Call before anything of an order is written. Returns a function to call when all but the event is written: what the event records as `rows`,
 * the digest of the order with it. Nothing if the order was not as its last event says, so that what was edited by hand never becomes part of a
 * digest.
 */
export async function followOrder(
  transaction: Transaction,
  orderId: string,
  timeZone: string,
): Promise<() => Promise<{ rows?: string }>> {
  const { events, parameters } = await store.findLastEvent(transaction, orderId)
  const recorded = readDigest(parameters)
  if (recorded === undefined || recorded !== hashRows(timeZone, await readOrder(transaction, orderId), events))
    return async () => ({})
  return async () => {
    const rows = await readOrder(transaction, orderId)
    if (await isAmbiguous(rows)) return {}
    const { events: recordedEvents } = await store.findLastEvent(transaction, orderId)
    return { rows: hashRows(timeZone, rows, recordedEvents + 1) }
  }
}

const readOrder = async (db: Db, orderId: string): Promise<Rows> =>
  Object.groupBy(await store.listRowsOf(db, orderId), ({ name }) => name)

/** The digest in the parameters of an event. Within values, quotes are escaped. */
export const readDigest = (parameters: string): string | undefined => /"rows":"([0-9a-f]{64})"/.exec(parameters)?.[1]

export { listLaterRows, readingActions } from '#server/orders/digest-store.ts'

/** The range of these orders and those between them. */
function rangeOf(ids: readonly string[]): store.OrderRange {
  const sorted = ids.toSorted()
  // Without its last character an id sorts before itself.
  return { after: sorted[0]?.slice(0, -1) ?? null, through: sorted.at(-1) ?? null }
}

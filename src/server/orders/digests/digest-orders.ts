import type { Db, Transaction } from '#server/db/database.ts'
import { followWrites } from '#server/db/dialect.ts'
import {
  importedNames,
  laterNames,
  listPartsOf,
  type PartName,
  partNames,
} from '#server/orders/digests/digest-parts-store.ts'
import * as store from '#server/orders/digests/digest-store.ts'
import { createSeparatorCheck, type RowText } from '#server/orders/digests/row-texts.ts'

/** The rows of an order by kind. */
export type Rows = Partial<Record<PartName, Pick<RowText, 'text' | 'rows'>[]>>

/** The digest of an order, and the rows that it is made of. */
export interface OrderDigest {
  digest: string
  rows: Rows
}

/** How many rows of a kind there are. */
export const countRows = ({ rows }: OrderDigest, name: PartName): number =>
  rows[name]?.reduce((sum, row) => sum + (row.rows ?? 1), 0) ?? 0

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
  const digests = new Map<string, OrderDigest>()
  for (const [id, rows] of await listRows(db, range, later))
    digests.set(id, { digest: hashRows(timeZone, rows, events?.get(id) ?? 1), rows })
  return digests
}

/** The same of orders that may have changed since their import, and which of them have rows of which an import writes none. */
export async function digestChangedOrders(
  db: Db,
  range: store.OrderRange,
  timeZone: string,
  events: ReadonlyMap<string, number>,
) {
  const later = await store.listLaterRows(db, range)
  const digests = await digestOrders(db, range, timeZone, { events, later: later.map(({ name }) => name) })
  return { digests, later }
}

async function listRows(
  db: Db,
  range: store.OrderRange,
  later: readonly store.LaterRows[],
): Promise<ReadonlyMap<string, Rows>> {
  const found = new Map<string, Rows>()
  for (const name of [...importedNames, ...laterNames.filter((each) => later.includes(each))])
    for (const row of await store.listRows(db, name, range)) {
      let rows = found.get(row.order_id)
      if (!rows) found.set(row.order_id, (rows = {}))
      const others = rows[name]
      if (others) others.push(row)
      else rows[name] = [row]
    }
  return found
}

let hasSeparators: Awaited<ReturnType<typeof createSeparatorCheck>> | undefined

/** Whether other rows could have the same digest, because a value has what is written between values. */
async function isAmbiguous(rows: Rows): Promise<boolean> {
  const check = (hasSeparators ??= await createSeparatorCheck())
  return partNames.some((name) => rows[name]?.some(({ text }) => check(name, text)))
}

/**
 * SHA-256 in hex over the time zone, the number of events and the numbers and lengths of the rows, and then the rows. With more than one event
 * the parts of which an import writes none belong to it; with the number of events, no earlier state of the order has the same digest.
 */
export function hashRows(timeZone: string, rows: Rows, events: number): string {
  const names = events > 1 ? partNames : importedNames
  let head = `${timeZone};${events}`
  for (const name of names) {
    head += ';'
    for (const row of rows[name] ?? []) head += `${row.rows ?? 1}:${byteLength(row.text)},`
  }
  const hasher = new Bun.CryptoHasher('sha256').update(head)
  for (const name of names) for (const { text } of rows[name] ?? []) hasher.update(text)
  return hasher.digest('hex')
}

const byteLength = (text: string | Uint8Array): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.length

/**
 * Call before anything of an order is written. Returns a function to call when all but the only event is written: what the event records as `rows`,
 * the digest of the order with it. Only what was written to is read again. Nothing if the order was not as its last event says, so that what was edited by
 * hand never becomes part of a digest.
 */
export async function followOrder(
  transaction: Transaction,
  orderId: string,
  timeZone: string,
): Promise<() => Promise<{ rows?: string }>> {
  const { events, parameters, rows } = await store.findStoredOrder(transaction, orderId)
  const before = groupRows(rows, partNames)
  if (readDigest(parameters) !== hashRows(timeZone, before, events)) return async () => ({})
  const listWritten = await followWrites(transaction)
  return async () => {
    const names = listPartsOf(listWritten())
    const changed = groupRows(await store.listRowsOf(transaction, orderId, names), names)
    return (await isAmbiguous(changed)) ? {} : { rows: hashRows(timeZone, { ...before, ...changed }, events + 1) }
  }
}

/** The rows of these parts of an order, of each part at least an empty list. */
function groupRows(found: readonly store.OwnText[], names: readonly PartName[]): Rows {
  const rows: Rows = {}
  for (const name of names) rows[name] = []
  for (const row of found) rows[row.name]?.push(row)
  return rows
}

/** The digest in the parameters of an event. Within values, quotes are escaped. */
export const readDigest = (parameters: string): string | undefined => /"rows":"([0-9a-f]{64})"/.exec(parameters)?.[1]

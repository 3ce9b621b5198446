import type { Action } from '#server/context.ts'
import type { Database, Db } from '#server/db/database.ts'
import { readEntries } from '#server/finance/entries.ts'
import * as store from '#server/finance/store.ts'
import { verify } from '#server/finance/verify.ts'
import type { CurrencySummary, Verification } from '#shared/finance/views.ts'

export { openCapacity, type LedgerCapacity } from '#server/finance/ledger-capacity.ts'
export { type Movement, postMovements } from '#server/finance/movements.ts'

/** Totals of the money accounts by currency between two accounting days, both inclusive and optional. */
export const summarizeCurrencies = (db: Db, from?: string, to?: string): Promise<CurrencySummary[]> =>
  store.summarizeCurrencies(db, from, to)

/** The numbers of the entries that booked the payments and refunds of an order, by the number of the document. */
export const findEntriesOfOrder = (db: Db, orderId: string): Promise<Map<string, number>> =>
  store.findEntriesOfOrder(db, orderId)

export const listEntries: Action<'listEntries'> = async (context, query) => {
  const { rows, next, count, totals } = await readEntries(context.kontor.database.read, query)
  return { rows, next, count, totals }
}

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  return { currencies: await summarizeCurrencies(context.kontor.database.read, from, to) }
}

/** A request during a verification waits for its result, so that the books are never read twice at once. */
const ongoingVerifications = new WeakMap<Database, Promise<Verification>>()

export const verifyBooks: Action<'verifyBooks'> = async (context) => {
  const { database } = context.kontor
  const ongoing =
    ongoingVerifications.get(database) ?? verify(context.kontor).finally(() => ongoingVerifications.delete(database))
  ongoingVerifications.set(database, ongoing)
  return ongoing
}

import { findCustomer, findCustomerNumbers } from '#server/customers/find-customer.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import type { EntryDraft } from '#server/finance/ledger.ts'
import type { Account } from '#server/finance/ledger-store.ts'
import * as store from '#server/finance/store-credit-store.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'
import { formatMoney } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

/** An amount of store credit; above zero. */
export interface StoreCredit {
  currency: string
  amountMinor: number
}

/** What a customer has as store credit, with what those have that were merged with them. Nothing in a currency is left out. */
export const loadCredit = async (db: Db, customer: string): Promise<StoreCredit[]> =>
  sumCredit(db, await findCustomerNumbers(db, customer))

/** The same for all numbers of a customer. */
export async function sumCredit(db: Db, customers: readonly string[]): Promise<StoreCredit[]> {
  const rows = await store.sumCredit(db, customers)
  return rows
    .map(({ currency, amount_minor: amountMinor }) => ({ currency, amountMinor }))
    .filter(({ amountMinor }) => amountMinor !== 0)
}

/** The numbers of all entries that changed the store credit of a customer, with those who were merged with them. */
export const listEntriesOfCustomer = async (db: Db, customer: string): Promise<number[]> =>
  store.listEntriesOfCustomers(db, await findCustomerNumbers(db, customer))

/** The same in one currency, 0 without any. */
export async function loadCreditIn(db: Db, customer: string, currency: string): Promise<number> {
  return (await loadCredit(db, customer)).find((credit) => credit.currency === currency)?.amountMinor ?? 0
}

/** The newest entries that changed the store credit of a customer, given all numbers that the customer has had. */
export async function listCreditEntries(db: Db, customers: readonly string[]) {
  const rows = await store.listCreditEntries(db, customers, maxEntries)
  return rows.map(({ seq, kind, memo, occurred_at, currency, amount_minor, order_number }) => ({
    entryNumber: seq,
    kind,
    memo: order_number === null ? memo : '',
    occurredAt: occurred_at,
    currency,
    amountMinor: amount_minor,
    orderNumber: order_number,
  }))
}

const maxEntries = 10

/**
 * Requires that the customer of an order can be given store credit. Throws the problem `store-credit-unavailable` for an order without one, and for one whose personal
 * data was erased: nothing would lead to what they have.
 */
export async function requireCreditable(db: Db, customer: string | null): Promise<void> {
  const found = customer === null ? undefined : await findCustomer(db, customer)
  if (!found || found.erased_at !== null) throw new ProblemError('store-credit-unavailable')
}

/** The same for the customer to whom manual postings give store credit. */
export async function requirePostingsCreditable(db: Db, postings: readonly ManualPosting[]): Promise<void> {
  for (const { customer, amountMinor } of postings)
    if (customer !== undefined && amountMinor < 0) await requireCreditable(db, customer)
}

/** The number of the customer that is kept, for the number of one who was merged into it, too; undefined if there is none. */
export async function findCreditCustomer(db: Db, number: string): Promise<string | undefined> {
  const found = await findCustomer(db, number.toUpperCase())
  return found?.removed_at === null ? (found.merged_into ?? found.number) : undefined
}

/**
 * Requires that entries leave no customer with less than nothing, and that those which post to store credit name the customer. The lock of the ledger is taken, so no
 * other entry comes between. Throws the problem `store-credit-too-low`.
 */
export async function requireCredit(
  transaction: Transaction,
  drafts: readonly EntryDraft[],
  accounts: ReadonlyMap<string, Account>,
): Promise<void> {
  const currencies = new Map([...accounts.values()].filter(isCredit).map(({ id, currency }) => [id, currency]))
  if (currencies.size === 0) return
  const used = new Map<string, Set<string>>()
  for (const { lines, links, externalId } of drafts) {
    const posted = lines.filter(({ accountId }) => currencies.has(accountId))
    const customer = links.find(({ type }) => type === 'customer')?.object_id
    if (posted.length > 0 && customer === undefined) throw new Error(`The entry ${externalId} names no customer`)
    for (const { accountId, amountMinor } of posted)
      if (amountMinor > 0)
        used.getOrInsertComputed(customer ?? '', () => new Set()).add(currencies.get(accountId) ?? '')
  }
  for (const [customer, ofCustomer] of used)
    for (const currency of ofCustomer) {
      const leftMinor = await loadCreditIn(transaction, customer, currency)
      if (leftMinor < 0)
        throw new ProblemError('store-credit-too-low', { customer, missing: formatMoney(-leftMinor, currency) })
    }
}

const isCredit = ({ role }: Account): boolean => role === 'store_credit'

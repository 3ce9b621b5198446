import { hasPermission } from '#server/auth/access.ts'
import type { CurrentUser, RequestContext } from '#server/context.ts'
import { findCustomerNumber } from '#server/customers/find-customer.ts'
import type { Transaction } from '#server/db/database.ts'
import { chartPurposes } from '#server/finance/account-options.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import * as ledgerStore from '#server/finance/ledger-store.ts'
import type { EntryLine } from '#server/finance/ledger.ts'
import { sumManualDebits } from '#server/finance/manual/manual-entry-store.ts'
import { findCreditCustomer, requirePostingsCreditable } from '#server/finance/store-credit.ts'
import { requireWithinLimit } from '#server/roles/require-within-limit.ts'
import { type ManualLine, type ManualPosting, parseManualLines } from '#shared/finance/manual-entry.ts'
import { type FieldError, invalidInput, ProblemError } from '#shared/problem.ts'
import { dayOf, startOfDay } from '#shared/time.ts'

interface ParseOptions {
  /** The customer of the entry that the lines correct: the store credit stays theirs. */
  corrected?: string | undefined
  /** Lines of a template name no customer. */
  isTemplate?: boolean
}

/** The postings of lines as they were entered. Throws `invalid-input` for lines that make no entry, for archived accounts, and for store credit of no customer; `store-credit-unavailable` for what would give it to an erased one. */
export async function parsePostings(
  transaction: Transaction,
  context: RequestContext,
  lines: readonly ManualLine[],
  { corrected, isTemplate = false }: ParseOptions = {},
): Promise<ManualPosting[]> {
  const { kontor } = context
  const accounts = await loadAccounts(transaction)
  const purposes = chartPurposes(kontor.book.currency)
  const { postings, errors } = parseManualLines(
    lines,
    (code) => accounts.get(code)?.currency ?? purposes(code)?.currency,
  )
  for (const [index, { account }] of lines.entries())
    if (accounts.get(account)?.archived_at)
      errors.push({ pointer: `/lines/${index}/account`, reason: 'ledger-account-archived' })
  if (errors.length > 0) throw invalidInput(...errors)
  const isCredit = ({ account }: { account: string }): boolean =>
    (accounts.get(account)?.role ?? purposes(account)?.role) === 'store_credit'
  const customer = await findCustomerOfLines(
    hasPermission(context, 'customers.view_personal')
      ? (text) => findCustomerNumber(transaction, text)
      : (text) => findCreditCustomer(transaction, text),
    lines.map((line) => (isCredit(line) ? { customer: corrected, ...line } : line)),
    { isCredit, missing: isTemplate ? ['account', 'store-credit-account'] : ['customer', 'required'] },
  )
  const named = postings.map((posting) =>
    customer !== undefined && isCredit(posting) ? { ...posting, customer } : posting,
  )
  await requirePostingsCreditable(transaction, named)
  return named
}

/** The customer whose store credit an entry moves: one, whom each line on store credit names and no other line. */
async function findCustomerOfLines(
  find: (text: string) => Promise<string | undefined>,
  lines: readonly ManualLine[],
  {
    isCredit,
    missing,
  }: {
    isCredit: (line: ManualLine) => boolean
    /** The field of a line without a customer, and its error. */
    missing: readonly [field: string, reason: string]
  },
): Promise<string | undefined> {
  const errors: FieldError[] = []
  let found: string | undefined
  for (const [index, line] of lines.entries()) {
    const pointer = `/lines/${index}`
    if (!isCredit(line)) {
      if (line.customer !== undefined)
        errors.push({ pointer: `${pointer}/customer`, reason: 'not-a-store-credit-line' })
    } else if (line.customer === undefined) errors.push({ pointer: `${pointer}/${missing[0]}`, reason: missing[1] })
    else {
      const kept = await find(line.customer)
      if (kept === undefined) errors.push({ pointer: `${pointer}/customer`, reason: 'unknown-customer' })
      else if (found !== undefined && found !== kept)
        errors.push({ pointer: `${pointer}/customer`, reason: 'one-customer-only' })
      found = kept
    }
  }
  if (errors.length > 0) throw invalidInput(...errors)
  return found
}

const loadAccounts = async (transaction: Transaction) =>
  new Map((await ledgerStore.listAccounts(transaction)).map((account) => [account.code, account]))

/** Throws `ledger-full`. Accounts of the chart that do not exist yet are created. */
export async function toEntryLines(
  transaction: Transaction,
  { kontor }: RequestContext,
  postings: readonly ManualPosting[],
): Promise<EntryLine[]> {
  await requireRoom(transaction, postings)
  const accounts = await loadAccounts(transaction)
  const purposes = chartPurposes(kontor.book.currency)
  const missing = postings.flatMap(({ account }) => (accounts.has(account) ? [] : (purposes(account) ?? [])))
  const accountIdOf = await resolveAccounts(transaction, kontor.book.currency, missing)
  return postings.map(({ account, amountMinor }) => {
    const purpose = purposes(account)
    const accountId = accounts.get(account)?.id ?? (purpose && accountIdOf(purpose))
    if (accountId === undefined) throw new Error(`There is no account ${account}`)
    return { accountId, amountMinor }
  })
}

/** Throws `above-limit` when the debits of an entry, or those of all entries that the user posted by hand today, are more than they may post alone. */
export async function requireWithinLimits(
  transaction: Transaction,
  { kontor: { book, now } }: RequestContext,
  { id, limits }: CurrentUser,
  postings: readonly { currency: string; amountMinor: number }[],
): Promise<void> {
  const { manualEntryMinor: ofEntry, dailyManualEntryMinor: ofDay } = limits
  const since = startOfDay(dayOf(now(), book.timeZone), book.timeZone)
  const postedMinor = ofDay === null ? 0 : await sumManualDebits(transaction, id, { since, currency: book.currency })
  for (const { currency, amountMinor } of sumDebits(postings)) {
    requireWithinLimit(book, ofEntry, { amountMinor, currency })
    requireWithinLimit(book, ofDay, { amountMinor: postedMinor + amountMinor, currency })
  }
}

/** The debits of an entry, by currency. */
export const sumDebits = (
  postings: readonly { currency: string; amountMinor: number }[],
): { currency: string; amountMinor: number }[] =>
  [...Map.groupBy(postings, (posting) => posting.currency)].map(([currency, ofCurrency]) => ({
    currency,
    amountMinor: ofCurrency.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0),
  }))

/** Throws `ledger-full` for amounts that the books could not add up exactly any more. */
export async function requireRoom(transaction: Transaction, postings: readonly ManualPosting[]): Promise<void> {
  const capacity = await openCapacity(transaction)
  for (const [currency, ofCurrency] of Map.groupBy(postings, (posting) => posting.currency))
    if (!capacity.reserve(currency, ofCurrency)) throw new ProblemError('ledger-full', { currency })
}

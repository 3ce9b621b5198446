import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import type { LedgerDayTotalsTable, LedgerLinksTable } from '#server/db/schema.ts'
import { hashEntry, type HashedPosting } from '#server/finance/hash-entry.ts'
import * as store from '#server/finance/ledger-store.ts'
import { type AccountRole, accountRoles, type EntryKind } from '#shared/finance/ledger.ts'
import { add } from '#shared/money.ts'
import { dayOf } from '#shared/time.ts'

/** An entry before it has a number. Its lines sum to zero in each currency. */
export interface EntryDraft {
  kind: EntryKind
  /** When the money moved, ms; its day in the book's zone is the accounting day. */
  occurredAt: number
  memo: string
  /** Together the key that is never booked twice. */
  source: string
  externalId: string
  links: Omit<LedgerLinksTable, 'entry_seq'>[]
  lines: { role: AccountRole; provider: string; currency: string; amountMinor: number }[]
}

/**
 * Writes entries in their order, with balances, day totals, links and the chain of hashes. The book's head is locked first, so entries are
 * numbered without a gap. Throws, as nothing of this may happen: lines that do not sum to zero, a balance out of the exact range, a key
 * that is booked already.
 */
export async function postEntries(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly EntryDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  for (const draft of drafts) assertBalanced(draft)
  const { book } = context.kontor
  const head = await store.reserveEntryNumbers(transaction, drafts.length)
  const accounts = await loadAccounts(transaction, book.currency)
  const recordedAt = Math.max(context.kontor.now(), head.lastRecordedAt)
  const user = context.session?.user
  const rows: store.LedgerRows = { entries: [], postings: [], links: [], dayTotals: [] }
  const dayTotals = new Map<string, LedgerDayTotalsTable>()

  let previousHash = head.hash
  for (const [index, draft] of drafts.entries()) {
    const entry = {
      seq: head.seq + index + 1,
      kind: draft.kind,
      accounting_day: dayOf(draft.occurredAt, book.timeZone),
      occurred_at: draft.occurredAt,
      recorded_at: recordedAt,
      memo: draft.memo,
      actor_id: user?.id ?? null,
      actor_name: user?.name ?? null,
      source: draft.source,
      external_id: draft.externalId,
      reverses: null,
      posting_count: draft.lines.length,
    }
    const postings = draft.lines.map((line, position): HashedPosting => {
      const account = accounts.findOrCreate(line)
      account.balance_minor = add(account.balance_minor, line.amountMinor)
      account.posting_count++
      addToDayTotals(dayTotals, account.id, entry, line.amountMinor)
      return {
        account_id: account.id,
        account_seq: account.posting_count,
        entry_seq: entry.seq,
        position: position + 1,
        amount_minor: line.amountMinor,
        balance_minor: account.balance_minor,
        code: account.code,
        currency: account.currency,
      }
    })
    const links = draft.links.map((link) => ({ entry_seq: entry.seq, ...link }))
    const hash = hashEntry(previousHash, entry, postings, links)
    rows.entries.push({ ...entry, previous_hash: previousHash, hash })
    rows.postings.push(...postings.map(({ code: _code, currency: _currency, ...posting }) => posting))
    rows.links.push(...links)
    previousHash = hash
  }
  rows.dayTotals.push(...dayTotals.values())
  await accounts.save()
  await store.insertLedgerRows(transaction, rows, previousHash)
}

function assertBalanced({ externalId, lines }: EntryDraft): void {
  const sums = new Map<string, number>()
  for (const { currency, amountMinor } of lines) sums.set(currency, add(sums.get(currency) ?? 0, amountMinor))
  if (lines.length < 2 || [...sums.values()].some((sum) => sum !== 0))
    throw new Error(`The entry ${externalId} does not sum to zero`)
}

function addToDayTotals(
  totals: Map<string, LedgerDayTotalsTable>,
  accountId: string,
  { accounting_day, kind }: { accounting_day: string; kind: EntryKind },
  amountMinor: number,
): void {
  const key = `${accountId} ${accounting_day} ${kind}`
  const total = totals.get(key) ?? {
    account_id: accountId,
    accounting_day,
    kind,
    debit_minor: 0,
    credit_minor: 0,
    posting_count: 0,
  }
  if (amountMinor > 0) total.debit_minor = add(total.debit_minor, amountMinor)
  else total.credit_minor = add(total.credit_minor, -amountMinor)
  total.posting_count++
  totals.set(key, total)
}

type Line = EntryDraft['lines'][number]

/** All accounts; those that are missing are made when they are looked for. */
async function loadAccounts(transaction: Transaction, baseCurrency: string) {
  const known = await store.listAccounts(transaction)
  const accountsByKey = new Map(known.map((account) => [accountKey(account), account]))
  const changed = new Set<store.Account>()
  const created = new Set<store.Account>()

  function findOrCreate(line: Line): store.Account {
    let account = accountsByKey.get(accountKey(line))
    if (!account) {
      account = newAccount(line, known, baseCurrency)
      accountsByKey.set(accountKey(line), account)
      known.push(account)
      created.add(account)
    }
    changed.add(account)
    return account
  }
  const save = async (): Promise<void> => {
    await store.insertAccounts(transaction, [...created])
    await store.updateAccounts(
      transaction,
      [...changed].filter((account) => !created.has(account)),
    )
  }
  return { findOrCreate, save }
}

const accountKey = ({ role, provider, currency }: Pick<Line, 'role' | 'provider' | 'currency'>): string =>
  `${role} ${currency} ${provider}`

/**
 * A new account. Its code is the chart's; `1012.N.1` counts the providers as they appear. Accounts in other currencies than the book's own
 * carry theirs at the end: `5001.USD`.
 */
function newAccount(
  { role, provider, currency }: Line,
  known: readonly store.Account[],
  baseCurrency: string,
): store.Account {
  const { code, type, isMoneyAccount } = accountRoles[role]
  const suffix = currency === baseCurrency ? '' : `.${currency}`
  return {
    id: newId(),
    code: `${role === 'clearing' ? `${code}.${providerNumber(provider, known)}.1` : code}${suffix}`,
    role,
    provider,
    type,
    currency,
    is_money_account: isMoneyAccount ? 1 : 0,
    balance_minor: 0,
    posting_count: 0,
  }
}

/** The number in a provider's codes: kept across currencies, the next free one for a provider that is new. */
function providerNumber(provider: string, known: readonly store.Account[]): number {
  const clearing = known.filter(({ role }) => role === 'clearing')
  const numberOf = ({ code }: store.Account): number => Number(code.split('.')[1])
  const own = clearing.find((account) => account.provider === provider)
  return own ? numberOf(own) : Math.max(0, ...clearing.map(numberOf)) + 1
}

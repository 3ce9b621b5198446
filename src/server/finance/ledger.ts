import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type {
  LedgerDayTotalsTable,
  LedgerEntriesTable,
  LedgerEntryFlowsTable,
  LedgerEntryTaxesTable,
  LedgerPostingsTable,
} from '#server/db/schema/ledger.ts'
import { hashEntry } from '#server/finance/hash-entry.ts'
import * as store from '#server/finance/ledger-store.ts'
import { addFlowToDayTotals, addToDayTotals } from '#server/finance/ledger-totals.ts'
import { requireCredit } from '#server/finance/store-credit.ts'
import { accountingDayOf } from '#shared/finance/closing/periods.ts'
import { type EntryKind, type LinkType, splitFlows } from '#shared/finance/ledger.ts'
import type { TaxShare } from '#shared/finance/taxes.ts'
import type { Flow } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

/** One line of an entry: debit positive, credit negative, in the currency of its account. */
export interface EntryLine {
  accountId: string
  amountMinor: number
}

/** An entry before it has a number. Its lines sum to zero in each currency. */
export interface EntryDraft {
  kind: EntryKind
  /** When the money moved, ms. The accounting day is its day in the book's time zone, or the first open one when that is in a closed month. */
  occurredAt: number
  memo: string
  /** `source` and `externalId` are the idempotency key: it is never posted twice. */
  source: string
  externalId: string
  /** The number of the entry that this one reverses. */
  reverses?: number
  links: { type: LinkType; object_id: string; number: string }[]
  lines: EntryLine[]
  /** Revenue and tax by rate, for an entry of an order. */
  taxes?: readonly TaxShare[]
}

/**
 * Writes entries in their order, with balances, day totals, links and the hash chain, and returns their numbers. Takes the ledger's lock
 * first, so that entries are numbered without gaps. Throws the problems `account-archived` and `store-credit-too-low`, and for bugs of the caller: lines that do not sum to zero, an unknown account,
 * a balance out of the exact range, a key that has already been posted.
 */
export async function postEntries(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly EntryDraft[],
): Promise<number[]> {
  const { entries } = await writeEntries(transaction, context, drafts)
  return entries.map(({ seq }) => seq)
}

/** Like `postEntries`; returns all rows that it wrote. */
export async function writeEntries(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly EntryDraft[],
): Promise<store.LedgerRows> {
  const rows: store.LedgerRows = { entries: [], postings: [], links: [], flows: [], taxes: [], dayTotals: [] }
  if (drafts.length === 0) return rows
  const { book } = context.kontor
  const head = await store.reserveEntryNumbers(transaction, drafts.length)
  const accounts = await loadAccounts(transaction, drafts)
  const recordedAt = Math.max(context.kontor.now(), head.lastRecordedAt)
  const user = context.session?.user
  const dayTotals = new Map<string, LedgerDayTotalsTable>()

  let previousHash = head.hash
  for (const [index, draft] of drafts.entries()) {
    assertBalanced(draft, accounts)
    const entry = {
      seq: head.seq + index + 1,
      kind: draft.kind,
      accounting_day: accountingDayOf(draft.occurredAt, book.timeZone, head.closedThrough),
      occurred_at: draft.occurredAt,
      recorded_at: recordedAt,
      memo: draft.memo,
      actor_id: user?.id ?? null,
      actor_name: user?.name ?? null,
      source: draft.source,
      external_id: draft.externalId,
      reverses: draft.reverses ?? null,
      posting_count: draft.lines.length,
    }
    const postings = draft.lines.map(({ accountId, amountMinor }, position): LedgerPostingsTable => {
      const account = findAccount(accounts, accountId)
      account.balance_minor = add(account.balance_minor, amountMinor)
      account.posting_count++
      if (amountMinor > 0) account.debited_minor = add(account.debited_minor, amountMinor)
      return {
        account_id: accountId,
        account_seq: account.posting_count,
        accounting_day: entry.accounting_day,
        occurred_at: entry.occurred_at,
        entry_seq: entry.seq,
        position: position + 1,
        amount_minor: amountMinor,
        balance_minor: account.balance_minor,
      }
    })
    const flows = toFlows(entry, draft, accounts)
    for (const { accountId, amountMinor } of draft.lines) addToDayTotals(dayTotals, accountId, entry, amountMinor)
    for (const flow of flows) if (flow.account_id !== '') addFlowToDayTotals(dayTotals, entry, flow)
    const links = draft.links.map((link) => ({ entry_seq: entry.seq, ...link }))
    const ofPostings = draft.lines.map(({ accountId }) => accounts.get(accountId))
    const hash = hashEntry(previousHash, entry, postings, ofPostings, links)
    rows.entries.push({ ...entry, previous_hash: previousHash, hash })
    rows.postings.push(...postings)
    rows.links.push(...links)
    rows.flows.push(...flows)
    rows.taxes.push(...toTaxes(entry, draft, accounts))
    previousHash = hash
  }
  rows.dayTotals.push(...dayTotals.values())
  await store.updateAccounts(transaction, [...accounts.values()])
  await store.insertLedgerRows(transaction, rows, previousHash)
  await requireCredit(transaction, drafts, accounts)
  return rows
}

type Accounts = ReadonlyMap<string, store.Account>

/** The accounts that the drafts post to, by id. */
async function loadAccounts(transaction: Transaction, drafts: readonly EntryDraft[]): Promise<Accounts> {
  const ids = new Set(drafts.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)))
  const accounts = await store.findAccounts(transaction, [...ids])
  const archived = accounts.find(({ archived_at }) => archived_at !== null)
  if (archived) throw new ProblemError('account-archived', { account: archived.code })
  return new Map(accounts.map((account) => [account.id, account]))
}

function findAccount(accounts: Accounts, id: string): store.Account {
  const account = accounts.get(id)
  if (!account) throw new Error(`There is no ledger account ${id}`)
  return account
}

function assertBalanced({ externalId, lines }: EntryDraft, accounts: Accounts): void {
  const sums = new Map<string, number>()
  for (const { accountId, amountMinor } of lines) {
    const { currency } = findAccount(accounts, accountId)
    sums.set(currency, add(sums.get(currency) ?? 0, amountMinor))
  }
  if (lines.length < 2 || [...sums.values()].some((sum) => sum !== 0))
    throw new Error(`The entry ${externalId} does not sum to zero`)
}

const splitEntryFlows = ({ kind, lines, reverses }: EntryDraft, accounts: Accounts): Flow[] =>
  splitFlows(
    lines.map(({ accountId, amountMinor }) => {
      const { currency, role, is_money_account } = findAccount(accounts, accountId)
      return { currency, role, isMoneyAccount: is_money_account === 1, amountMinor }
    }),
    reverses !== undefined,
    kind,
  )

/**
 * Which way money moves in each currency of the entry and on each money account, and how much; a reversal takes back what moved the
 * way of the reversed entry.
 */
function toFlows(
  { seq, kind, accounting_day, occurred_at }: Omit<LedgerEntriesTable, 'previous_hash' | 'hash'>,
  draft: EntryDraft,
  accounts: Accounts,
): LedgerEntryFlowsTable[] {
  const moved = splitEntryFlows(draft, accounts)
  const sums = new Map<string, Flow & { currency: string; account_id: string }>()
  for (const [index, { accountId }] of draft.lines.entries()) {
    const { currency, is_money_account } = findAccount(accounts, accountId)
    for (const id of is_money_account === 1 ? ['', accountId] : ['']) {
      const sum = sums.getOrInsertComputed(id || currency, () => ({ currency, account_id: id, in: 0, out: 0 }))
      sum.in = add(sum.in, moved[index]?.in ?? 0)
      sum.out = add(sum.out, moved[index]?.out ?? 0)
    }
  }
  return [...sums.values()].map(({ currency, account_id, ...sum }) => ({
    currency,
    account_id,
    kind,
    flow: sum.in !== 0 ? 'in' : sum.out !== 0 ? 'out' : 'none',
    accounting_day,
    occurred_at,
    entry_seq: seq,
    in_minor: sum.in,
    out_minor: sum.out,
  }))
}

/** The entries of orders are in one currency. */
const toTaxes = (
  { seq, accounting_day }: Pick<LedgerEntriesTable, 'seq' | 'accounting_day'>,
  { lines: [line], taxes = [] }: EntryDraft,
  accounts: Accounts,
): LedgerEntryTaxesTable[] =>
  taxes.map(({ rate, netMinor, taxMinor }) => ({
    entry_seq: seq,
    tax_rate: rate,
    currency: findAccount(accounts, line?.accountId ?? '').currency,
    accounting_day,
    net_minor: netMinor,
    tax_minor: taxMinor,
  }))

import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { splitFlows, splitSides } from '#shared/finance/ledger.ts'
import type { Flow } from '#shared/finance/views.ts'
import { startOfUnit } from '#shared/time-unit.ts'
import type { listPostings } from '#server/finance/verify/ledger-store.ts'

export type Posting = Awaited<ReturnType<typeof listPostings>>[number]

export const describePosting = ({ entry_seq, position }: Posting): string => `ledger_postings ${entry_seq} ${position}`

/** The sum of an account's postings so far; `stored` is what the last of them says. */
interface AccountTotal {
  sum: bigint
  count: number
  debited: bigint
  stored: { seq: number; balance: number }
}

const noPostings = { sum: 0n, count: 0, debited: 0n }

/** What an account moved on a day or in a month, by kind of entry. */
export interface Total {
  debit: bigint
  credit: bigint
  debitCount: number
  creditCount: number
  in: bigint
  out: bigint
  inCount: number
  outCount: number
}

const noTotal = (): Total => ({
  debit: 0n,
  credit: 0n,
  debitCount: 0,
  creditCount: 0,
  in: 0n,
  out: 0n,
  inCount: 0,
  outCount: 0,
})

/** Sums of all postings by account and by day, in BigInt, so that a wrong amount is reported instead of throwing. */
export class RunningTotals {
  readonly #accounts = new Map<string, AccountTotal>()
  readonly #days = new Map<string, Total>()
  readonly #months = new Map<string, Total>()

  /** Adds the postings of the next entry. */
  addEntry(findings: Findings, entry: LedgerEntriesTable, postings: readonly Posting[]): void {
    const flows = splitFlows(
      postings.map(({ currency, is_money_account, amount_minor }) => ({
        currency,
        isMoneyAccount: is_money_account === 1,
        amountMinor: amount_minor,
      })),
      entry.reverses !== null,
    )
    for (const [index, posting] of postings.entries())
      this.#add(findings, entry, posting, flows[index] ?? { in: 0, out: 0 })
  }

  /** Adds a posting, and compares it with the previous one of its account. */
  #add(findings: Findings, entry: LedgerEntriesTable, posting: Posting, flow: Flow): void {
    const before = this.#accounts.get(posting.account_id) ?? {
      ...noPostings,
      stored: { seq: 0, balance: 0 },
    }
    const expectedBalance = before.stored.balance + posting.amount_minor
    findings.expectEqual(
      'running-balances',
      describePosting(posting),
      'account_seq',
      posting.account_seq,
      before.stored.seq + 1,
    )
    findings.expectEqual(
      'running-balances',
      describePosting(posting),
      'balance_minor',
      posting.balance_minor,
      expectedBalance,
    )
    this.#accounts.set(posting.account_id, {
      sum: before.sum + BigInt(posting.amount_minor),
      count: before.count + 1,
      debited: before.debited + BigInt(Math.max(posting.amount_minor, 0)),
      // The stored values, so that one wrong posting is reported and not all that follow it.
      stored: { seq: posting.account_seq, balance: posting.balance_minor },
    })
    const sides = splitSides(posting.amount_minor, entry.reverses !== null)
    const { accounting_day, kind } = entry
    addTo(this.#days, totalKey(posting.account_id, accounting_day, kind), sides, flow)
    addTo(this.#months, totalKey(posting.account_id, startOfUnit(accounting_day, 'month'), kind), sides, flow)
  }

  accountTotal(accountId: string): Omit<AccountTotal, 'stored'> {
    return this.#accounts.get(accountId) ?? noPostings
  }

  /** Returns and removes the total of a day or a month: what was never taken has no stored total. */
  takeTotal(unit: 'day' | 'month', key: string): Total {
    const totals = this.#totalsOf(unit)
    const total = totals.get(key) ?? noTotal()
    totals.delete(key)
    return total
  }

  remainingTotals(unit: 'day' | 'month'): Iterable<string> {
    return this.#totalsOf(unit).keys()
  }

  #totalsOf(unit: 'day' | 'month'): Map<string, Total> {
    return unit === 'day' ? this.#days : this.#months
  }
}

function addTo(
  totals: Map<string, Total>,
  key: string,
  { debit, credit }: { debit: number; credit: number },
  flow: Flow,
): void {
  const total = totals.getOrInsertComputed(key, noTotal)
  total.debit += BigInt(debit)
  total.credit += BigInt(credit)
  if (debit !== 0) total.debitCount++
  if (credit !== 0) total.creditCount++
  total.in += BigInt(flow.in)
  total.out += BigInt(flow.out)
  if (flow.in !== 0) total.inCount++
  if (flow.out !== 0) total.outCount++
}

/** A total by its account, its day or month, and its kind of entry. */
export const totalKey = (accountId: string, day: string, kind: string): string => `${accountId} ${day} ${kind}`

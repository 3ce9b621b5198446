import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { splitSides } from '#shared/finance/ledger.ts'
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

interface DayTotal {
  debit: bigint
  credit: bigint
  debitCount: number
  creditCount: number
}

/** Sums of all postings by account and by day, in BigInt, so that a wrong amount is reported instead of throwing. */
export class RunningTotals {
  readonly #accounts = new Map<string, AccountTotal>()
  readonly #days = new Map<string, DayTotal>()

  /** Adds the next posting, in the order of entries, and compares it with the previous one of its account. */
  add(findings: Findings, entry: LedgerEntriesTable, posting: Posting): void {
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
    this.#addToDay(dayKey(posting.account_id, entry.accounting_day, entry.kind), sides)
  }

  accountTotal(accountId: string): Omit<AccountTotal, 'stored'> {
    return this.#accounts.get(accountId) ?? noPostings
  }

  /** Returns and removes the total of a day: what was never taken has no stored total. */
  takeDayTotal(key: string): DayTotal {
    const total = this.#days.get(key) ?? { debit: 0n, credit: 0n, debitCount: 0, creditCount: 0 }
    this.#days.delete(key)
    return total
  }

  remainingDays(): Iterable<string> {
    return this.#days.keys()
  }

  #addToDay(key: string, { debit, credit }: { debit: number; credit: number }): void {
    const total = this.#days.get(key) ?? { debit: 0n, credit: 0n, debitCount: 0, creditCount: 0 }
    total.debit += BigInt(debit)
    total.credit += BigInt(credit)
    if (debit !== 0) total.debitCount++
    if (credit !== 0) total.creditCount++
    this.#days.set(key, total)
  }
}

export const dayKey = (accountId: string, day: string, kind: string): string => `${accountId} ${day} ${kind}`

import type { Findings } from '#server/self-check/findings.ts'

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

/** The postings of an account. */
export interface AccountTotal {
  sum: bigint
  debited: bigint
  count: number
  /** The first posting, with the stored balance of the account after it. */
  first: { row: string; seq: number; balance: number; amount: number }
  /** The balance of the account after its last posting. */
  stored: { seq: number; balance: number }
}

/** The totals of a range of entries. A month is named by its first day. */
export interface AddedTotals {
  accounts: {
    id: string
    total: AccountTotal
    kinds: { kind: string; days: DayTotal[]; months: DayTotal[] }[]
  }[]
}

interface DayTotal {
  day: string
  total: Total
}

const noPostings = { sum: 0n, debited: 0n, count: 0 }

export const noTotal = (): Total => ({
  debit: 0n,
  credit: 0n,
  debitCount: 0,
  creditCount: 0,
  in: 0n,
  out: 0n,
  inCount: 0,
  outCount: 0,
})

/** A total by its account, its day or month, and its kind of entry. */
export const totalKey = (accountId: string, day: string, kind: string): string => `${accountId} ${day} ${kind}`

/** The totals of all entries, added up range by range. */
export class LedgerTotals {
  readonly #accounts = new Map<string, AccountTotal>()
  readonly #days = new Map<string, Total>()
  readonly #months = new Map<string, Total & { accountId: string; day: string }>()

  /** Adds the totals of the next range, whose postings must continue those of the ranges before. */
  add(findings: Findings, { accounts }: AddedTotals): void {
    for (const { id, total, kinds } of accounts) {
      this.#addAccount(findings, id, total)
      for (const { kind, days, months } of kinds) {
        for (const { day, total: added } of days)
          addTo(this.#days.getOrInsertComputed(totalKey(id, day, kind), noTotal), added)
        for (const { day, total: added } of months)
          addTo(
            this.#months.getOrInsertComputed(totalKey(id, day, kind), () => ({ ...noTotal(), accountId: id, day })),
            added,
          )
      }
    }
  }

  #addAccount(findings: Findings, id: string, total: AccountTotal): void {
    const before = this.#accounts.get(id)
    const { seq, balance } = before?.stored ?? { seq: 0, balance: 0 }
    const { first } = total
    findings.expectEqual('running-balances', first.row, 'account_seq', first.seq, seq + 1)
    findings.expectEqual('running-balances', first.row, 'balance_minor', first.balance, balance + first.amount)
    this.#accounts.set(id, {
      ...total,
      sum: (before?.sum ?? 0n) + total.sum,
      debited: (before?.debited ?? 0n) + total.debited,
      count: (before?.count ?? 0) + total.count,
    })
  }

  accountTotal(accountId: string): Pick<AccountTotal, 'sum' | 'debited' | 'count'> {
    return this.#accounts.get(accountId) ?? noPostings
  }

  /** Debits and credits of every account in every month so far, named by its first day, by kind of entry. */
  monthTotals(): Iterable<Total & { accountId: string; day: string }> {
    return this.#months.values()
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

/** Adds one total to another. */
export function addTo(total: Total, added: Total): void {
  total.debit += added.debit
  total.credit += added.credit
  total.debitCount += added.debitCount
  total.creditCount += added.creditCount
  total.in += added.in
  total.out += added.out
  total.inCount += added.inCount
  total.outCount += added.outCount
}

import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import { ExactSum } from '#server/finance/verify/exact-sum.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Account, Posting } from '#server/finance/verify/ledger-store.ts'
import type { AddedTotals, AccountTotal, Total } from '#server/finance/verify/ledger-totals.ts'
import { splitFlows, splitSides } from '#shared/finance/ledger.ts'
import type { Flow } from '#shared/finance/views.ts'
import { startOfUnit } from '#shared/time-unit.ts'

export const describePosting = ({ entry_seq, position }: Posting): string => `ledger_postings ${entry_seq} ${position}`

/** What an account moved on a day or in a month, by kind of entry. */
class RunningTotal {
  readonly debit = new ExactSum()
  readonly credit = new ExactSum()
  readonly in = new ExactSum()
  readonly out = new ExactSum()
  debitCount = 0
  creditCount = 0
  inCount = 0
  outCount = 0

  add({ debit, credit }: { debit: number; credit: number }, flow: Flow): void {
    this.debit.add(debit)
    this.credit.add(credit)
    this.in.add(flow.in)
    this.out.add(flow.out)
    if (debit !== 0) this.debitCount++
    if (credit !== 0) this.creditCount++
    if (flow.in !== 0) this.inCount++
    if (flow.out !== 0) this.outCount++
  }

  collected(): Total {
    const { debitCount, creditCount, inCount, outCount } = this
    const [debit, credit] = [this.debit.value, this.credit.value]
    return { debit, credit, debitCount, creditCount, in: this.in.value, out: this.out.value, inCount, outCount }
  }
}

/** The totals of an account and a kind of entry; entries of one day follow on each other, so those of the last one are kept at hand. */
class Series {
  readonly days = new Map<string, RunningTotal>()
  readonly months = new Map<string, RunningTotal>()
  #day = ''
  #dayTotal = new RunningTotal()
  #monthTotal = this.#dayTotal

  add(day: string, sides: { debit: number; credit: number }, flow: Flow): void {
    if (day !== this.#day) {
      this.#day = day
      this.#dayTotal = this.days.getOrInsertComputed(day, () => new RunningTotal())
      this.#monthTotal = this.months.getOrInsertComputed(startOfUnit(day, 'month'), () => new RunningTotal())
    }
    this.#dayTotal.add(sides, flow)
    this.#monthTotal.add(sides, flow)
  }
}

/** The postings of an account so far. */
interface RunningAccount extends Pick<AccountTotal, 'count' | 'first' | 'stored'> {
  sum: ExactSum
  debited: ExactSum
  kinds: Map<string, Series>
}

/** Sums of the postings of a range of entries by account and by day, exact for any amounts, so that a wrong amount is reported instead of throwing. */
export class RunningTotals {
  readonly #accounts = new Map<string, RunningAccount>()

  /** Adds the postings of the next entry. */
  addEntry(
    findings: Findings,
    entry: LedgerEntriesTable,
    postings: readonly Posting[],
    accounts: ReadonlyMap<string, Account>,
  ): void {
    const isReversal = entry.reverses !== null
    const flows = splitFlows(
      postings.map(({ account_id, amount_minor }) => {
        const account = accounts.get(account_id)
        return {
          currency: account?.currency ?? null,
          isMoneyAccount: account?.is_money_account === 1,
          amountMinor: amount_minor,
        }
      }),
      isReversal,
    )
    for (const [index, posting] of postings.entries()) {
      const account = this.#follow(findings, posting)
      account.kinds
        .getOrInsertComputed(entry.kind, () => new Series())
        .add(entry.accounting_day, splitSides(posting.amount_minor, isReversal), flows[index] ?? { in: 0, out: 0 })
    }
  }

  /** Adds a posting, and compares it with the previous one of its account. */
  #follow(findings: Findings, posting: Posting): RunningAccount {
    const { account_id, account_seq, amount_minor, balance_minor } = posting
    let account = this.#accounts.get(account_id)
    if (account) {
      const { seq, balance } = account.stored
      if (account_seq !== seq + 1)
        findings.expectEqual('running-balances', describePosting(posting), 'account_seq', account_seq, seq + 1)
      if (balance_minor !== balance + amount_minor)
        findings.expectEqual(
          'running-balances',
          describePosting(posting),
          'balance_minor',
          balance_minor,
          balance + amount_minor,
        )
    } else {
      account = {
        sum: new ExactSum(),
        debited: new ExactSum(),
        count: 0,
        first: { row: describePosting(posting), seq: account_seq, balance: balance_minor, amount: amount_minor },
        stored: { seq: 0, balance: 0 },
        kinds: new Map(),
      }
      this.#accounts.set(account_id, account)
    }
    account.sum.add(amount_minor)
    if (amount_minor > 0) account.debited.add(amount_minor)
    account.count++
    // The stored values, so that one wrong posting is reported and not all that follow it.
    account.stored = { seq: account_seq, balance: balance_minor }
    return account
  }

  /** To be added up with those of other ranges. */
  collected(): AddedTotals {
    return {
      accounts: [...this.#accounts].map(([id, { sum, debited, count, first, stored, kinds }]) => ({
        id,
        total: { sum: sum.value, debited: debited.value, count, first, stored },
        kinds: [...kinds].map(([kind, { days, months }]) => ({
          kind,
          days: [...days].map(([day, total]) => ({ day, total: total.collected() })),
          months: [...months].map(([day, total]) => ({ day, total: total.collected() })),
        })),
      })),
    }
  }
}

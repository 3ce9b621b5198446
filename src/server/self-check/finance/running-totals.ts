import type { Posting } from '#server/self-check/finance/entries-store.ts'
import type { StoredEntry } from '#server/self-check/finance/entry-rows.ts'
import { ExactSum } from '#server/self-check/finance/exact-sum.ts'
import {
  type AccountTotal,
  type AddedTotals,
  addTo,
  noTotal,
  type Total,
} from '#server/self-check/finance/ledger-totals.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { countedSides, type EntryKind, splitFlows } from '#shared/finance/ledger.ts'
import type { Flow } from '#shared/finance/views.ts'
import { startOfUnit } from '#shared/time-unit.ts'

export const describePosting = ({ entry_seq, position }: Posting): string => `ledger_postings ${entry_seq} ${position}`

/** What an account moved on a day by one kind of entry. */
class RunningTotal {
  readonly debit = new ExactSum()
  readonly credit = new ExactSum()
  readonly in = new ExactSum()
  readonly out = new ExactSum()
  debitCount = 0
  creditCount = 0
  inCount = 0
  outCount = 0

  /** Adds a posting. What takes back an entry is counted on the other side, below zero. */
  add(amountMinor: number, isReversal: boolean): void {
    if (amountMinor === 0) return
    if (amountMinor > 0 === isReversal) {
      this.credit.add(-amountMinor)
      this.creditCount++
    } else {
      this.debit.add(amountMinor)
      this.debitCount++
    }
  }

  /** Adds what a posting moves in or out, which counts once for all postings of an entry to the account. */
  addFlow({ in: moneyIn, out: moneyOut }: Flow, isCounted: boolean): void {
    this.in.add(moneyIn)
    this.out.add(moneyOut)
    if (moneyIn !== 0 && isCounted) this.inCount++
    if (moneyOut !== 0 && isCounted) this.outCount++
  }

  collected(): Total {
    const { debitCount, creditCount, inCount, outCount } = this
    const [debit, credit] = [this.debit.value, this.credit.value]
    return { debit, credit, debitCount, creditCount, in: this.in.value, out: this.out.value, inCount, outCount }
  }
}

/** The totals of an account and a kind of entry; entries of one day are consecutive, so those of the last day are kept at hand. */
class Series {
  readonly #days = new Map<string, RunningTotal>()
  #day = ''
  #total = new RunningTotal()

  totalOf(day: string): RunningTotal {
    if (day === this.#day) return this.#total
    this.#day = day
    return (this.#total = this.#days.getOrInsertComputed(day, () => new RunningTotal()))
  }

  collected(): Pick<AddedTotals['accounts'][number]['kinds'][number], 'days' | 'months'> {
    const days = [...this.#days].map(([day, total]) => ({ day, total: total.collected() }))
    const months = new Map<string, Total>()
    for (const { day, total } of days) addTo(months.getOrInsertComputed(startOfUnit(day, 'month'), noTotal), total)
    return { days, months: [...months].map(([day, total]) => ({ day, total })) }
  }
}

/** The postings of an account so far. */
interface RunningAccount extends Pick<AccountTotal, 'count' | 'first' | 'stored'> {
  sum: ExactSum
  debited: ExactSum
  kinds: Map<string, Series>
}

/** What an entry moves in or out: one flow if it has one posting to a money account, as nearly all have, or one for each posting. */
function splitEntry(
  postings: StoredEntry['postings'],
  accounts: StoredEntry['accounts'],
  { reverses, kind }: StoredEntry['entry'],
): Flow | Flow[] | undefined {
  const isReversal = reverses !== null
  let [moneyPostings, moved, hasOpening] = [0, 0, false]
  for (const [index, { amount_minor }] of postings.entries()) {
    const account = accounts[index]
    if (account?.role === 'opening') hasOpening = true
    if (account?.is_money_account === 1) {
      moneyPostings++
      moved = isReversal ? -amount_minor : amount_minor
    }
  }
  if (moneyPostings === 0) return undefined
  const sign = isReversal ? -1 : 1
  if (moneyPostings === 1 && !hasOpening && countedSides[kind as EntryKind] === undefined)
    return moved > 0 ? { in: sign * moved, out: 0 } : { in: 0, out: -sign * moved || 0 }
  return splitFlows(
    postings.map(({ amount_minor }, index) => ({
      currency: accounts[index]?.currency ?? null,
      role: accounts[index]?.role,
      isMoneyAccount: accounts[index]?.is_money_account === 1,
      amountMinor: amount_minor,
    })),
    isReversal,
    kind,
  )
}

/** Whether an earlier posting of an entry moved money in the account of this one. */
const hasMovedBefore = (postings: readonly Posting[], flows: readonly Flow[], index: number): boolean =>
  flows
    .slice(0, index)
    .some((flow, at) => postings[at]?.account_id === postings[index]?.account_id && (flow.in !== 0 || flow.out !== 0))

/** Sums of the postings of a range of entries by account and by day, exact for any amounts, so that a wrong amount is reported instead of throwing. */
export class RunningTotals {
  readonly #accounts = new Map<string, RunningAccount>()

  /** Adds the postings of the next entry. */
  addEntry(findings: Findings, { entry, postings, accounts }: StoredEntry): void {
    const isReversal = entry.reverses !== null
    const flows = splitEntry(postings, accounts, entry)
    for (const [index, posting] of postings.entries()) {
      const account = this.#follow(findings, posting)
      let series = account.kinds.get(entry.kind)
      if (!series) account.kinds.set(entry.kind, (series = new Series()))
      const total = series.totalOf(entry.accounting_day)
      total.add(posting.amount_minor, isReversal)
      if (accounts[index]?.is_money_account !== 1) continue
      const flow = Array.isArray(flows) ? flows[index] : flows
      if (flow) total.addFlow(flow, !Array.isArray(flows) || !hasMovedBefore(postings, flows, index))
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
        kinds: [...kinds].map(([kind, series]) => ({ kind, ...series.collected() })),
      })),
    }
  }
}

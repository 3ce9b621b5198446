import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashBalances } from '#server/finance/closing/change-period.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import { listResultAccounts } from '#server/self-check/finance/closing/closing-entries-store.ts'
import { verifyClosingEntries } from '#server/self-check/finance/closing/closing-entries.ts'
import * as store from '#server/self-check/finance/closing/periods-store.ts'
import type { LedgerTotals } from '#server/self-check/finance/ledger-totals.ts'
import type { Findings } from '#server/self-check/findings.ts'
import {
  allowedPeriodActions,
  monthDays,
  monthOf,
  type PeriodState,
  periodStateAfter,
  previousMonth,
} from '#shared/finance/closing/periods.ts'

/** The last closed day after every change whose entries are not above `through`; empty for none. */
export function closedAfter(changes: readonly store.PeriodChange[], through: number): string {
  const closes: string[] = []
  for (const { month, action, ledger_seq } of changes) {
    if (ledger_seq > through) break
    if (action === 'closed') closes.push(monthDays(month).to)
    else if (action === 'reopened') closes.pop()
  }
  return closes.at(-1) ?? ''
}

/** Follows the months through the ledger: whether what happened to them was allowed, and what every account held when one was closed. */
export class PeriodHistory {
  readonly #findings: Findings
  readonly #book: StoredBook
  readonly #changes: readonly store.PeriodChange[]
  readonly #states = new Map<string, PeriodState>()
  readonly #requestedBy = new Map<string, string>()
  /** The closed days and the closes that closed them, last month last. */
  readonly #closes: { through: string; seq: number }[] = []
  #next = 0

  constructor(findings: Findings, book: StoredBook, changes: readonly store.PeriodChange[]) {
    this.#findings = findings
    this.#book = book
    this.#changes = changes
  }

  /**
   * Compares what happened after the entry `last` and not after number `through`, or to the end for null, with its rows and its event. `totals` are
   * those of the entries through `last`.
   */
  async advance(
    db: Db,
    last: { seq: number; hash: string } | undefined,
    through: number | null,
    totals: LedgerTotals,
  ): Promise<void> {
    for (;;) {
      const change = this.#changes[this.#next]
      if (!change || (through !== null && change.ledger_seq > through)) return
      this.#next++
      const row = `period_changes ${change.seq}`
      this.#findings.expectEqual('closed-months', row, 'seq', change.seq, this.#next)
      this.#findings.expectEqual('closed-months', row, 'ledger_seq', change.ledger_seq, last?.seq ?? 0)
      this.#findings.expectEqual('closed-months', row, 'ledger_hash', change.ledger_hash, last?.hash ?? '')
      this.#follow(row, change)
      await this.#compareBalances(db, change, totals)
    }
  }

  /** Compares what is closed now with what happened, and all of that with its events and its closing entries. */
  async finish(db: Db): Promise<void> {
    const last = this.#closes.at(-1)
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      this.#findings.expectEqual('closed-months', 'book 1', column, actual, expected)
    compare('closed_through', this.#book.closed_through, last?.through ?? '')
    compare('closed_seq', this.#book.closed_seq, last?.seq ?? 0)
    await this.#compareEvents(db)
    await verifyClosingEntries(db, this.#findings, this.#changes)
    this.#findings.examined(this.#changes.length, 'closed-months', 'period-balances', 'closing-entries')
    for (const { change_seq, account_id } of await store.findStrayBalances(db))
      this.#findings.addViolation('period-balances', `period_balances ${change_seq} ${account_id}: no close`)
  }

  #closedThrough(): string {
    return this.#closes.at(-1)?.through ?? ''
  }

  /** Every change is one that the month allowed, in the order of the months, and another person answers a request. */
  #follow(row: string, { month, action, actor_id, ledger_seq }: store.PeriodChange): void {
    const state = this.#states.get(month) ?? 'open'
    if (!allowedPeriodActions[state].includes(action))
      this.#findings.addViolation('closed-months', `${row}: action ${action} while ${state}`)
    this.#states.set(month, periodStateAfter(action))
    const { to } = monthDays(month)
    const through = this.#closedThrough()
    if (action === 'closed') {
      if (through !== '' && monthOf(through) !== previousMonth(month))
        this.#findings.addViolation('closed-months', `${row}: month ${month} after ${through}`)
      this.#closes.push({ through: to, seq: ledger_seq })
      return
    }
    if (action === 'reopen_rejected') return
    this.#findings.expectEqual('closed-months', row, 'month', month, monthOf(through))
    if (action === 'reopen_requested') this.#requestedBy.set(month, actor_id)
    if (action !== 'reopened') return
    if (this.#requestedBy.get(month) === actor_id)
      this.#findings.addViolation('closed-months', `${row}: actor_id asked for it, too`)
    this.#closes.pop()
  }

  async #compareBalances(
    db: Db,
    { seq, month, action, parameters }: store.PeriodChange,
    totals: LedgerTotals,
  ): Promise<void> {
    if (action !== 'closed') return
    const stored = await store.listBalances(db, seq)
    const byAccount = new Map(stored.map((balance) => [balance.account_id, balance]))
    const resultAccounts = new Set(await listResultAccounts(db))
    for (const [accountId, expected] of sumMonths(totals, month)) {
      const balance = byAccount.get(accountId)
      byAccount.delete(accountId)
      const row = `period_balances ${seq} ${accountId}`
      if (resultAccounts.has(accountId))
        this.#findings.expectEqual('closing-entries', row, 'balance', expected.closing_minor, 0n)
      for (const [column, value] of Object.entries(expected))
        this.#findings.expectEqual(
          'period-balances',
          row,
          column,
          BigInt(balance?.[column as keyof typeof expected] ?? 0),
          value,
        )
    }
    for (const accountId of byAccount.keys())
      this.#findings.addViolation('period-balances', `period_balances ${seq} ${accountId}: nothing was posted`)
    const recorded = parameters === null ? undefined : parseParameters(parameters).parameters['balancesHash']
    this.#findings.expectEqual('period-balances', `period_changes ${seq}`, 'balances', hashBalances(stored), recorded)
  }

  async #compareEvents(db: Db): Promise<void> {
    for (const change of this.#changes) {
      const row = `period_changes ${change.seq}`
      const { parameters } = parseParameters(change.parameters ?? '')
      const compare = (column: string, actual: unknown, expected: unknown): void =>
        this.#findings.expectEqual('closed-months', row, column, actual, expected)
      compare('action', `period.${change.action}`, change.event_action)
      compare('month', change.month, change.event_label)
      compare('at', change.at, change.event_at)
      compare('actor_id', change.actor_id, change.event_actor_id)
      for (const column of ['reason', 'accepted', 'ledger_seq', 'ledger_hash', 'events_seq', 'events_hash'] as const)
        compare(column, change[column], parameters[column])
      const sealed = change.events_seq === 0 ? '' : await store.findSealHash(db, change.events_seq)
      compare('events_hash', change.events_hash, sealed)
    }
    for (const id of await store.findStrayEvents(db))
      this.#findings.addViolation('closed-months', `period_changes ${id}: missing`)
  }
}

/** What every account had before a month, what it moved in it, and what it had after it. */
function sumMonths(totals: LedgerTotals, month: string) {
  const balances = new Map<string, Record<`${'opening' | 'debit' | 'credit' | 'closing'}_minor`, bigint>>()
  for (const { accountId, day, debit, credit } of totals.monthTotals()) {
    const balance = balances.getOrInsertComputed(accountId, () => ({
      opening_minor: 0n,
      debit_minor: 0n,
      credit_minor: 0n,
      closing_minor: 0n,
    }))
    if (monthOf(day) > month) continue
    balance.closing_minor += debit - credit
    if (monthOf(day) < month) balance.opening_minor += debit - credit
    else {
      balance.debit_minor += debit
      balance.credit_minor += credit
    }
  }
  return balances
}

import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable } from '#server/db/schema/ledger.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashBalances } from '#server/finance/closing/change-period.ts'
import type { StoredBook } from '#server/finance/verify/entries.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/periods-store.ts'
import type { Posting } from '#server/finance/verify/running-totals.ts'
import {
  accountingDayOf,
  allowedPeriodActions,
  monthDays,
  monthOf,
  type PeriodState,
  periodStateAfter,
  previousMonth,
} from '#shared/finance/closing/periods.ts'
import { splitSides } from '#shared/finance/ledger.ts'

/** Debits and credits of an account in a month. */
interface MonthTotal {
  debit: bigint
  credit: bigint
}

/**
 * Follows the months through the ledger: which of them were closed when an entry was posted, and what every account held when one was closed.
 * It gets the entries in their order.
 */
export class PeriodHistory {
  readonly #findings: Findings
  readonly #book: StoredBook
  readonly #changes: readonly store.PeriodChange[]
  readonly #months = new Map<string, Map<string, MonthTotal>>()
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

  /** The day of an entry follows from when its money moved and from what was closed when it was posted. */
  verifyDay(entry: LedgerEntriesTable): void {
    const { accounting_day, occurred_at, seq } = entry
    const closedThrough = this.#closedThrough()
    const expected = accountingDayOf(occurred_at, this.#book.time_zone, closedThrough)
    if (accounting_day === expected) return
    const check = accounting_day <= closedThrough ? 'closed-months' : 'accounting-days'
    this.#findings.addViolation(check, `ledger_entries ${seq}: accounting_day ${accounting_day} ≠ ${expected}`)
  }

  /** Adds what an entry moved, for the balances of closes. */
  addEntry(entry: LedgerEntriesTable, postings: readonly Posting[]): void {
    if (this.#changes.length === 0) return
    const month = monthOf(entry.accounting_day)
    for (const { account_id, amount_minor } of postings) {
      const months = this.#months.getOrInsertComputed(account_id, () => new Map<string, MonthTotal>())
      const total = months.getOrInsertComputed(month, () => ({ debit: 0n, credit: 0n }))
      const { debit, credit } = splitSides(amount_minor, entry.reverses !== null)
      total.debit += BigInt(debit)
      total.credit += BigInt(credit)
    }
  }

  /** Whether something happened to a month before this entry was posted that was not compared yet. */
  hasChangesBefore({ seq }: LedgerEntriesTable): boolean {
    const change = this.#changes[this.#next]
    return change !== undefined && change.ledger_seq < seq
  }

  /** Compares what happened between two entries, or after the last one for `next` undefined, with its rows and its event. */
  async advance(db: Db, previous: LedgerEntriesTable | undefined, next: LedgerEntriesTable | undefined): Promise<void> {
    for (;;) {
      const change = this.#changes[this.#next]
      if (!change || (next && change.ledger_seq >= next.seq)) return
      this.#next++
      const row = `period_changes ${change.seq}`
      this.#findings.expectEqual('closed-months', row, 'seq', change.seq, this.#next)
      this.#findings.expectEqual('closed-months', row, 'ledger_seq', change.ledger_seq, previous?.seq ?? 0)
      this.#findings.expectEqual('closed-months', row, 'ledger_hash', change.ledger_hash, previous?.hash ?? '')
      this.#follow(row, change)
      await this.#compareBalances(db, change)
    }
  }

  /** Compares what is closed now with what happened, and all of that with its events. */
  async finish(db: Db): Promise<void> {
    const last = this.#closes.at(-1)
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      this.#findings.expectEqual('closed-months', 'book 1', column, actual, expected)
    compare('closed_through', this.#book.closed_through, last?.through ?? '')
    compare('closed_seq', this.#book.closed_seq, last?.seq ?? 0)
    await this.#compareEvents(db)
    this.#findings.examined(this.#changes.length, 'closed-months', 'period-balances')
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

  async #compareBalances(db: Db, { seq, month, action, parameters }: store.PeriodChange): Promise<void> {
    if (action !== 'closed') return
    const stored = await store.listBalances(db, seq)
    const byAccount = new Map(stored.map((balance) => [balance.account_id, balance]))
    for (const [accountId, months] of this.#months) {
      const expected = sumMonths(months, month)
      const balance = byAccount.get(accountId)
      byAccount.delete(accountId)
      const row = `period_balances ${seq} ${accountId}`
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

function sumMonths(months: ReadonlyMap<string, MonthTotal>, month: string) {
  let opening = 0n
  for (const [key, { debit, credit }] of months) if (key < month) opening += debit - credit
  const { debit, credit } = months.get(month) ?? { debit: 0n, credit: 0n }
  return {
    opening_minor: opening,
    debit_minor: debit,
    credit_minor: credit,
    closing_minor: opening + debit - credit,
  }
}

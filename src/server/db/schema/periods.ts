import type { PeriodAction } from '#shared/finance/closing/periods.ts'

/** The months of the books. */
export interface PeriodTables {
  period_changes: PeriodChangesTable
  period_balances: PeriodBalancesTable
}

export interface PeriodChangesTable {
  seq: number
  /** `YYYY-MM`. */
  month: string
  action: PeriodAction
  at: number
  actor_id: string
  reason: string
  accepted: string
  ledger_seq: number
  ledger_hash: string
  events_seq: number
  events_hash: string
}

export interface PeriodBalancesTable {
  change_seq: number
  account_id: string
  opening_minor: number
  debit_minor: number
  credit_minor: number
  closing_minor: number
}

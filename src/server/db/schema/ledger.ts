import type { AccountRole, AccountType } from '#shared/finance/ledger.ts'
import type { Generated } from 'kysely'

/** The ledger and its totals. */
export interface LedgerTables {
  ledger_accounts: LedgerAccountsTable
  ledger_entries: LedgerEntriesTable
  ledger_postings: LedgerPostingsTable
  ledger_links: LedgerLinksTable
  ledger_entry_flows: LedgerEntryFlowsTable
  ledger_entry_taxes: LedgerEntryTaxesTable
  ledger_day_totals: LedgerDayTotalsTable
  ledger_month_totals: LedgerMonthTotalsTable
}

export interface LedgerAccountsTable {
  id: string
  code: string
  role: AccountRole
  provider: string
  type: AccountType
  currency: string
  /** Empty if the account has the name of its role in the chart, or no name in the other language. */
  name: Generated<string>
  name_zh: Generated<string>
  /** 1 for the account that posting rules use for its role, provider and currency. */
  is_default: number
  is_money_account: number
  balance_minor: Generated<number>
  posting_count: Generated<number>
  /** All debits ever posted, those of reversals too: what the ledger can still hold follows from it. */
  debited_minor: Generated<number>
  /** Since when nothing can be posted to it, epoch ms. */
  archived_at: number | null
}

export interface LedgerEntriesTable {
  seq: number
  /** One of `entryKinds`, or a kind of another version. */
  kind: string
  accounting_day: string
  occurred_at: number
  recorded_at: number
  memo: string
  actor_id: string | null
  actor_name: string | null
  source: string
  external_id: string
  reverses: number | null
  posting_count: number
  previous_hash: string
  hash: string
}

export interface LedgerPostingsTable {
  account_id: string
  account_seq: number
  accounting_day: string
  occurred_at: number
  entry_seq: number
  position: number
  amount_minor: number
  balance_minor: number
}

export interface LedgerLinksTable {
  entry_seq: number
  /** A `LinkType`, or a type of another version. */
  type: string
  object_id: string
  number: string
}

export interface LedgerEntryFlowsTable {
  currency: string
  /** A money account; empty for the whole currency. */
  account_id: string
  kind: string
  flow: 'in' | 'out' | 'none'
  accounting_day: string
  occurred_at: number
  entry_seq: number
  in_minor: number
  out_minor: number
}

export interface LedgerEntryTaxesTable {
  entry_seq: number
  /** In percent; empty if it is not known. */
  tax_rate: string
  currency: string
  accounting_day: string
  net_minor: number
  tax_minor: number
}

/** The sums of an account and a kind of entry on a day or in a month. */
export interface LedgerTotals {
  account_id: string
  kind: string
  debit_minor: number
  credit_minor: number
  debit_count: number
  credit_count: number
  /** For money accounts: what came in and went out, without what moved between own accounts. */
  in_minor: number
  out_minor: number
  in_count: number
  out_count: number
}

export interface LedgerDayTotalsTable extends LedgerTotals {
  accounting_day: string
}

export interface LedgerMonthTotalsTable extends LedgerTotals {
  /** Its first day. */
  month: string
}

import type { Generated } from 'kysely'
import type { LineClass, StatementFormat } from '#shared/finance/statements.ts'
import type { TotalsCheck } from '#shared/finance/statement-views.ts'

export interface StatementTables {
  statement_imports: StatementImportsTable
  statement_files: StatementFilesTable
  statement_file_chunks: StatementFileChunksTable
  statements: StatementsTable
  /** `match_id`: the match of the line, which is not part of the imported file. */
  statement_lines: StatementLinesTable & { match_id: Generated<string | null> }
  statement_identifiers: StatementIdentifiersTable
  statement_mappings: StatementMappingsTable
}

export interface StatementFilesTable {
  id: string
  sha256: string
  name: string
  format: StatementFormat
  size_bytes: number
  imported_at: number | null
  imported_by: string
  lease_until: number | null
}

export interface StatementFileChunksTable {
  file_id: string
  position: number
  content: string
}

export interface StatementsTable {
  id: string
  file_id: string
  position: number
  identifier: string
  account_id: string
  number: string
  first_day: string
  last_day: string
  line_count: number
  new_count: number
  in_minor: number
  out_minor: number
  neutral_minor: number
  opening_minor: number | null
  closing_minor: number | null
  untied_line: number | null
  totals_check: TotalsCheck
  imported_at: number | null
}

export interface StatementLinesTable {
  statement_id: string
  line_number: number
  account_id: string
  day: string
  value_day: string
  clock_time: string
  class: LineClass
  amount_minor: number
  fee_minor: number | null
  subsidy_minor: number
  charged_minor: number
  charged_currency: string
  balance_minor: number | null
  counterparty: string
  counterparty_account: string
  description: string
  reference: string
  entry_reference: string
  order_reference: string
  payout_reference: string
  related_reference: string
  status: string
  identity: string
  occurrence: number
  version: number
}

export interface StatementIdentifiersTable {
  identifier: string
  currency: string
  account_id: string
}

export interface StatementMappingsTable {
  account_id: string
  headings_hash: string
  mapping: string
}

export interface StatementImportsTable {
  id: string
  user_id: string
  file_name: string
  /** Progress of the whole import; never reaches 100. */
  percent: number
  updated_at: number
}

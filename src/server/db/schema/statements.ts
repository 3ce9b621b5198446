import type { LineClass, StatementFormat } from '#shared/finance/statements.ts'

export interface StatementTables {
  statements: StatementsTable
  statement_lines: StatementLinesTable
}

export interface StatementsTable {
  id: string
  account_id: string
  format: StatementFormat
  file_name: string
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
  imported_at: number
  imported_by: string
}

export interface StatementLinesTable {
  statement_id: string
  line_number: number
  account_id: string
  day: string
  clock_time: string
  class: LineClass
  amount_minor: number
  balance_minor: number | null
  counterparty: string
  description: string
  reference: string
  status: string
  identity: string
  occurrence: number
}

import type { PackedList } from '#server/finance/statements/packed-list.ts'
import type { StatementFormat } from '#shared/finance/statements.ts'
import type { StatementLine, TotalsCheck } from '#shared/finance/statement-views.ts'

/** A line as its file has it. */
export type ParsedLine = Omit<StatementLine, 'version'>

/** What a file says of one account in one currency. */
export interface ParsedStatement {
  /** The IBAN or number of the account, or the merchant number; empty where the file does not say. */
  identifier: string
  /** The number that the bank gave it; empty without one. */
  number: string
  currency: string
  /** Null where the file does not give it; then it may follow from the balances of the lines. */
  openingMinor: number | null
  closingMinor: number | null
  /** The days it is about, where the file says so; otherwise those of its lines, of which there is one at least. */
  firstDay?: string
  lastDay?: string
  /** Whether the totals in the file are those of its lines; none by default. */
  totalsCheck?: TotalsCheck
  lines: PackedList<ParsedLine>
}

/** A file as it was read. */
export interface ParsedFile {
  format: StatementFormat
  /** How a table was read that no format recognizes: the hash of its headings, and the mapping as JSON. */
  mapping?: { headingsHash: string; text: string }
  /** Whether it was read as Windows-1252 because it is in no other encoding that is known. */
  isEncodingGuessed?: boolean
  /** At least one. */
  statements: ParsedStatement[]
}

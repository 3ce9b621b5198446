import type { StatementFormat } from '#shared/finance/statements.ts'

/** The headings of a CSV file; of several names for a column, the first one that the file has. A column without a heading is empty. */
export interface FormatColumns {
  /** The day, with or without its time. */
  day: string | readonly string[]
  /** How it is written; year, month, day by default. `either` is what the days of the file leave possible. */
  dayOrder?: 'ymd' | 'dmy' | 'mdy' | 'either'
  clockTime?: string
  valueDay?: string | readonly string[]
  /** With its sign, unless `class` says the direction; or two columns, `in` and `out`, in which a reversal has the other sign. */
  amount?: string
  in?: string
  out?: string
  /** The sign that amounts in `in` and `out` have, where they are no reversals; 0 where that is not known, so that it says nothing. */
  inSign?: -1 | 0 | 1
  outSign?: -1 | 0 | 1
  /** The columns `in` and `out` alone say the direction, whatever signs their amounts have. */
  isUnsigned?: boolean
  /** Lines with one of these values go out, all others come in, whatever the other column has. */
  outWhen?: { column: string; values: readonly string[] }
  /** The fee is not taken off the amount yet. */
  isGross?: boolean
  /** `either`: a dot or a comma, as the digits after it show. A dot by default. */
  decimalMark?: '.' | ',' | 'either'
  class?: string
  /** Values of this column that are neither income nor expense, such as payouts to the own bank. */
  neutral?: { column: string; values: readonly string[] }
  /** Lines with one of these values do not touch the balance and are left out. */
  ignored?: { column: string; values: readonly string[] }
  /** The fee that is already taken off; `isNegative` where the file subtracts it. */
  fee?: { column: string; isNegative: boolean }
  /** The part of a payment that its provider paid itself: the sum of these columns, included in the amount before fees. */
  subsidy?: readonly string[]
  /** The amount charged or refunded to the customer, in the customer's currency; by default in that of the line. */
  charged?: { amount: string; currency: string }
  currency?: string
  balance?: string
  counterparty?: string
  counterpartyAccount?: string | readonly string[]
  description: readonly string[]
  reference?: string | readonly string[]
  entryReference?: string
  orderReference?: string | readonly string[]
  payoutReference?: string | readonly string[]
  /** The transaction that this one belongs to. */
  relatedReference?: string
  status?: string
}

export interface CsvFormat {
  format: StatementFormat
  /** A file with all of these headings in one line is of this format, whatever else it has. */
  headings: readonly string[]
  columns: FormatColumns
  /** In the currency of each line, with a statement for each currency; otherwise all lines are in the first one's, CNY without a column. */
  hasSeveralCurrencies?: boolean
  /** The identifier of the account where the file names none: one per provider. */
  identifier?: string
  /** The first heading of the totals below the list. */
  footer?: string
}

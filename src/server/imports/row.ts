import { maxAmountMinor, maxLengths } from '#server/imports/import-limits.ts'
import { toPlainDecimal } from '#server/imports/plain-decimal.ts'
import { toExcerpt } from '#server/imports/excerpt.ts'
import type { FoundColumns, ReadOptions } from '#server/imports/order-format.ts'
import { parseLocalTime, parseTime } from '#server/imports/parse-time.ts'
import { isCurrency } from '#shared/currencies.ts'
import { findOtherCurrency } from '#shared/currency-signs.ts'
import type { Answers } from '#shared/messages/answers.ts'
import { toVisibleText } from '#shared/inputs.ts'
import { decimalsOf, formatDecimal, parseDecimal } from '#shared/money.ts'
import { formatTaxRate, parseTaxRate, taxRatePattern } from '#shared/orders/tax-lines.ts'
import { isRoundedNumber } from '#shared/rounded-number.ts'
import { readIdentifierCell, readWholeNumber } from '#shared/spreadsheet-cell.ts'

export type ImportMessages = Answers['imports']

/** Why an order is rejected, in the user's language. */
export class RowError extends Error {
  /** Line of the error in the file; `undefined` when only the order's first line is known. */
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.line = line
  }
}

const maxQuantity = 1_000_000
/** Characters of a cell that holds a number or a time, with signs and spaces. */
const maxNumberLength = 100

const controlCharacters = /[\p{Cc}\u2028\u2029]/u

/** One row of a file, read by column name. Its methods throw a `RowError` that names line, column and value. */
export class Row {
  readonly line: number
  readonly #fields: readonly string[]
  readonly #found: Pick<FoundColumns, 'columns' | 'labels'>
  readonly #options: ReadOptions
  readonly #messages: ImportMessages

  constructor(
    line: number,
    fields: readonly string[],
    found: Pick<FoundColumns, 'columns' | 'labels'>,
    options: ReadOptions,
  ) {
    this.line = line
    this.#fields = fields
    this.#found = found
    this.#options = options
    this.#messages = options.messages
  }

  has(column: string): boolean {
    return this.#found.columns.has(column)
  }

  /** The column as the file calls it. */
  label(column: string): string {
    return this.#found.labels?.get(column) ?? column
  }

  /** The trimmed cell; empty for a column that the file does not have, and for a cell in which nothing can be seen. */
  raw(column: string): string {
    const index = this.#found.columns.get(column)
    return index === undefined ? '' : toVisibleText(this.#fields[index] ?? '')
  }

  /** A cell that holds a number or a time, also one that a program wrote as text: full-width characters, as in `４６８．００`, become those of ASCII. */
  #numeric(column: string): string {
    const text = readIdentifierCell(this.raw(column))
    if (text.length > maxNumberLength)
      throw this.error(this.#messages.refused.tooLong(this.label(column), text.length, maxNumberLength))
    return text.replaceAll(/[！-～]/gu, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0))
  }

  /** Single-line text: line breaks and control characters become spaces. */
  text(column: string, maximum: number): string {
    return this.#limited(
      column,
      this.raw(column)
        .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
        .trim(),
      maximum,
    )
  }

  /** Multi-line text: keeps line breaks and tabs, other control characters become spaces. */
  lines(column: string, maximum: number): string {
    const text = this.raw(column)
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    return this.#limited(column, text.trim(), maximum)
  }

  /** An identifier: kept as it is but for what keeps a spreadsheet program from rounding it, so control characters are an error. */
  key(column: string): string {
    const text = readIdentifierCell(this.raw(column))
    if (controlCharacters.test(text)) throw this.error(this.#messages.refused.controlCharacters(this.label(column)))
    return this.#limited(column, text, maxLengths.number)
  }

  /** A number that is kept as text, such as of a phone or a payment. Rejects one that a spreadsheet rounded. */
  number(column: string, maximum: number): string {
    const text = readIdentifierCell(this.text(column, maximum))
    return this.#requireUnrounded(column, text)
  }

  /** An identifier. Rejects one that a spreadsheet rounded, because many would share it. */
  id(column: string, needed: 'needed' | 'optional' = 'needed'): string {
    const id = readWholeNumber(this.key(column))
    if (id === '' && needed === 'needed') return this.#missing(column)
    return this.#requireUnrounded(column, id)
  }

  /** An amount in minor units, 0 or more; an empty cell is 0 unless the amount is `needed`. */
  amount(column: string, currency: string, needed: 'needed' | 'optional' = 'optional'): number {
    const minor = this.signedAmount(column, currency, needed)
    const text = this.#numeric(column)
    if (minor < 0 || text.startsWith('-'))
      throw this.error(this.#messages.refused.negative(this.label(column), toExcerpt(text)))
    return minor
  }

  /** An amount in minor units, which may be negative. */
  signedAmount(column: string, currency: string, needed: 'needed' | 'optional' = 'optional'): number {
    const text = this.#numeric(column)
    if (text === '') return needed === 'needed' ? this.#missing(column) : 0
    const other = findOtherCurrency(text, currency)
    if (other !== undefined)
      throw this.error(this.#messages.refused.otherCurrency(this.label(column), toExcerpt(text), other, currency))
    const { decimalMark } = this.#options
    const minor = parseDecimal(decimalMark === undefined ? text : toPlainDecimal(text, decimalMark, currency), currency)
    if (minor === undefined)
      throw this.error(
        this.#messages.refused.amount(this.label(column), toExcerpt(text), currency, exampleAmount(currency)),
      )
    if (Math.abs(minor) > maxAmountMinor)
      throw this.error(this.#messages.refused.tooLarge(this.label(column), toExcerpt(text)))
    return minor
  }

  quantity(column: string): number {
    const text = this.#numeric(column)
    if (text === '') return this.#missing(column)
    // Many programs write `2.00`.
    const whole = text.replace(this.#options.decimalMark === ',' ? /,0+$/ : /\.0+$/, '')
    const quantity = /^\d{1,7}$/.test(whole) ? Number(whole) : 0
    if (quantity < 1 || quantity > maxQuantity)
      throw this.error(this.#messages.refused.quantity(this.label(column), toExcerpt(text)))
    return quantity
  }

  /** A tax rate in percent, with or without its sign; undefined for an empty cell. */
  taxRate(column: string): string | undefined {
    const text = this.#numeric(column)
    if (text === '') return undefined
    const rate = text.replace(/\s*%$/, '').replace(',', '.')
    if (!taxRatePattern.test(rate))
      throw this.error(this.#messages.refused.taxRate(this.label(column), toExcerpt(text)))
    return formatTaxRate(parseTaxRate(rate))
  }

  currency(column: string): string {
    const code = this.raw(column)
    if (code === '') return this.#missing(column)
    if (!isCurrency(code)) throw this.error(this.#messages.refused.currency(this.label(column), toExcerpt(code)))
    return code
  }

  /** Epoch milliseconds, `null` for an empty cell. The time must carry its UTC offset, as in `2026-03-14 09:30:00 +0800`. */
  time(column: string): number | null {
    const text = this.raw(column)
    if (text === '') return null
    const parsed = parseTime(text)
    if (parsed === undefined) throw this.error(this.#messages.refused.time(this.label(column), toExcerpt(text)))
    return parsed
  }

  requiredTime(column: string): number {
    return this.time(column) ?? this.#missing(column)
  }

  /**
   * Epoch milliseconds, `null` for an empty cell. A time without an offset is one of the book's time zone unless the heading says UTC, a day without a time
   * its start.
   */
  localTime(column: string): number | null {
    const text = this.#numeric(column)
    if (text === '') return null
    const { timeZone, dayOrder } = this.#options
    const zone = /[(（]UTC[)）]/i.test(this.label(column)) ? 'UTC' : timeZone
    const parsed = parseLocalTime(text, dayOrder ?? 'ymd', zone)
    if (parsed === undefined) throw this.error(this.#messages.refused.localTime(this.label(column), toExcerpt(text)))
    return parsed
  }

  requiredLocalTime(column: string): number {
    return this.localTime(column) ?? this.#missing(column)
  }

  /** One of `values` (lowercase), matched without regard to case. */
  choice<const Value extends string>(column: string, values: readonly Value[]): Value {
    const text = this.raw(column)
    const value = values.find((each) => each === text.toLowerCase())
    if (value === undefined && text === '') return this.#missing(column)
    if (value === undefined)
      throw this.error(
        this.#messages.refused.choice(this.label(column), toExcerpt(text), values.filter(Boolean).join(', ')),
      )
    return value
  }

  error(reason: string): RowError {
    return new RowError(reason, this.line)
  }

  #requireUnrounded(column: string, text: string): string {
    if (isRoundedNumber(text)) throw this.error(this.#messages.refused.rounded(this.label(column), text))
    return text
  }

  #missing(column: string): never {
    throw this.error(this.#messages.refused.empty(this.label(column)))
  }

  #limited(column: string, text: string, maximum: number): string {
    // The time of NFC grows with the square of a run of combining characters; no language has runs this long.
    const normal = /\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
    if (normal.length > maximum)
      throw this.error(this.#messages.refused.tooLong(this.label(column), normal.length, maximum))
    return normal
  }
}

/** An example amount with the currency's decimals: `1234.50`, `1234`, `1234.500`. */
const exampleAmount = (currency: string): string =>
  formatDecimal(Math.trunc(1234.5 * 10 ** decimalsOf(currency)), currency)

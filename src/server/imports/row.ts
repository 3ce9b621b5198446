import { isCurrency } from '#shared/currencies.ts'
import type { Answers } from '#shared/messages/answers.ts'
import { decimalsOf, formatDecimal, parseDecimal } from '#shared/money.ts'

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

/** Largest amount accepted in an order, in minor units, so that sums of many of them stay exact integers. */
export const maxAmountMinor = 90_000_000_000_000
const maxQuantity = 1_000_000
/** Maximum lengths of texts, in characters; longer values are rejected. */
export const maxLengths = {
  number: 100,
  status: 40,
  name: 200,
  email: 254,
  place: 200,
  street: 300,
  product: 500,
  note: 5000,
} as const

const controlCharacters = /[\p{Cc}\u2028\u2029]/u
const time = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d{1,6})? ?(Z|UTC|[+-]\d\d:?\d\d)$/

/** One row of a file, read by column name. Its methods throw a `RowError` that names line, column and value. */
export class Row {
  readonly line: number
  readonly #fields: readonly string[]
  readonly #columns: ReadonlyMap<string, number>
  readonly #messages: ImportMessages

  constructor(line: number, fields: readonly string[], columns: ReadonlyMap<string, number>, messages: ImportMessages) {
    this.line = line
    this.#fields = fields
    this.#columns = columns
    this.#messages = messages
  }

  /** The trimmed cell; empty for a column that the file does not have. */
  raw(column: string): string {
    const index = this.#columns.get(column)
    return index === undefined ? '' : (this.#fields[index] ?? '').trim()
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

  /** An identifier: kept exactly as it is, so control characters are an error. */
  key(column: string): string {
    const text = this.raw(column)
    if (controlCharacters.test(text)) throw this.error(this.#messages.refused.controlCharacters(column))
    return this.#limited(column, text, maxLengths.number)
  }

  /** An amount in minor units, 0 or more; an empty cell is 0 unless the amount is `needed`. */
  amount(column: string, currency: string, needed: 'needed' | 'optional' = 'optional'): number {
    const text = this.raw(column)
    if (text === '') return needed === 'needed' ? this.#missing(column) : 0
    const minor = parseDecimal(text, currency)
    if (minor === undefined)
      throw this.error(this.#messages.refused.amount(column, toExcerpt(text), currency, exampleAmount(currency)))
    if (minor < 0 || text.startsWith('-')) throw this.error(this.#messages.refused.negative(column, toExcerpt(text)))
    if (minor > maxAmountMinor) throw this.error(this.#messages.refused.tooLarge(column, toExcerpt(text)))
    return minor
  }

  quantity(column: string): number {
    const text = this.raw(column)
    if (text === '') return this.#missing(column)
    const quantity = /^\d{1,7}$/.test(text) ? Number(text) : 0
    if (quantity < 1 || quantity > maxQuantity)
      throw this.error(this.#messages.refused.quantity(column, toExcerpt(text)))
    return quantity
  }

  currency(column: string): string {
    const code = this.raw(column)
    if (code === '') return this.#missing(column)
    if (!isCurrency(code)) throw this.error(this.#messages.refused.currency(column, toExcerpt(code)))
    return code
  }

  /** Epoch milliseconds, `null` for an empty cell. The time must carry its UTC offset, as in `2026-03-14 09:30:00 +0800`. */
  time(column: string): number | null {
    const text = this.raw(column)
    if (text === '') return null
    const parsed = parseTime(text)
    if (parsed === undefined) throw this.error(this.#messages.refused.time(column, toExcerpt(text)))
    return parsed
  }

  requiredTime(column: string): number {
    return this.time(column) ?? this.#missing(column)
  }

  /** One of `values` (lowercase), matched without regard to case. */
  choice<const Value extends string>(column: string, values: readonly Value[]): Value {
    const text = this.raw(column)
    const value = values.find((each) => each === text.toLowerCase())
    if (value === undefined && text === '') return this.#missing(column)
    if (value === undefined)
      throw this.error(this.#messages.refused.choice(column, toExcerpt(text), values.filter(Boolean).join(', ')))
    return value
  }

  error(reason: string): RowError {
    return new RowError(reason, this.line)
  }

  #missing(column: string): never {
    throw this.error(this.#messages.refused.empty(column))
  }

  #limited(column: string, text: string, maximum: number): string {
    // The time of NFC grows with the square of a run of combining characters; no language has runs this long.
    const normal = /\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
    if (normal.length > maximum) throw this.error(this.#messages.refused.tooLong(column, normal.length, maximum))
    return normal
  }
}

/** A value as quoted in a message: at most 60 characters, with control characters made visible. */
export const toExcerpt = (value: string): string =>
  replaceControls(value.length > 60 ? `${value.slice(0, 59)}…` : value)

/** Replaces control characters and lone surrogates (left by truncation) with U+FFFD. */
export const replaceControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').toWellFormed()

function parseTime(text: string): number | undefined {
  const match = time.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const isValidDate =
    new Date(local).toISOString().slice(0, 19) ===
    `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`
  const offset = offsetMs(match[7] ?? 'Z')
  return isValidDate && offset !== undefined && year >= 1970 && year < 2200 ? local - offset : undefined
}

function offsetMs(text: string): number | undefined {
  if (text === 'Z' || text === 'UTC') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  if (hours > 14 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** An example amount with the currency's decimals: `1234.50`, `1234`, `1234.500`. */
const exampleAmount = (currency: string): string =>
  formatDecimal(Math.trunc(1234.5 * 10 ** decimalsOf(currency)), currency)

import { limitText } from '#server/finance/statements/limit-text.ts'
import { cutText } from '#shared/cut-text.ts'
import type { CsvFormat, FormatColumns } from '#server/finance/statements/csv-format.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'
import { parseAmount, parseAmountOfEitherMark, parseCommaAmount } from '#server/finance/statements/parse-amount.ts'
import { limitAmount, toStatementError } from '#server/finance/statements/statement-error.ts'
import { parseDayTime } from '#server/imports/parse-day-time.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { add } from '#shared/money.ts'
import { exponentOf } from '#shared/currencies.ts'
import { findOtherCurrency } from '#shared/currency-signs.ts'
import { ownValue } from '#shared/own-value.ts'
import { isRoundedNumber } from '#shared/rounded-number.ts'
import type { LineClass } from '#shared/finance/statements.ts'

const classes: Readonly<Record<string, LineClass>> = {
  '收入': 'in',
  '支出': 'out',
  '不计收支': 'neutral',
  '中性交易': 'neutral',
  '其他': 'neutral',
  '': 'neutral',
  // Words of banks, for which a debit is money that goes out.
  '贷': 'in',
  '借': 'out',
  '收': 'in',
  '支': 'out',
  '转入': 'in',
  '转出': 'out',
  'credit': 'in',
  'debit': 'out',
  'cr': 'in',
  'dr': 'out',
  'crdt': 'in',
  'dbit': 'out',
  'c': 'in',
  'd': 'out',
  'h': 'in',
  's': 'out',
  'in': 'in',
  'out': 'out',
  '+': 'in',
  '-': 'out',
}

const currencyNames: Readonly<Record<string, string>> = { 人民币: 'CNY', 美元: 'USD', 欧元: 'EUR', 港币: 'HKD' }
const toCurrency = (text: string): string => ownValue(currencyNames, text) ?? text.toUpperCase()

/** A line of a CSV file and the currency it is in. */
export interface CurrencyLine extends ParsedLine {
  currency: string
}

/** How the columns of a file are read. */
export interface LineReader {
  columns: FormatColumns
  /** The positions of its headings. */
  positions: ReadonlyMap<string, number>
  /** The currency of lines without a column for it. */
  currency: string
}

export const toLineReader = (
  { columns }: Pick<CsvFormat, 'columns'>,
  header: readonly string[],
  currency: string,
): LineReader => ({
  columns,
  positions: new Map(header.map((heading, index) => [heading, index] as const).toReversed()),
  currency,
})

/**
 * Reads one line of a file; undefined for one that does not touch the balance. `dayOrder` is that of the file where its format leaves it open.
 * Throws `not-a-statement` with the line and its error.
 */
export function parseLine(
  { line, fields, broken }: CsvRecord,
  { columns, positions, currency: defaultCurrency }: LineReader,
  dayOrder: 'ymd' | 'dmy' | 'mdy',
): CurrencyLine | undefined {
  const refuse = (why: string): never => {
    throw toStatementError(why, { line })
  }
  const read = (headings: string | readonly string[] | undefined): string => {
    for (const heading of typeof headings === 'string' ? [headings] : (headings ?? [])) {
      const text = cleanText(fields[positions.get(heading) ?? fields.length] ?? '')
      // WeChat Pay writes 0 where a payment has no refund.
      if (text !== '' && (text !== '0' || typeof headings === 'string')) return text
    }
    return ''
  }
  const readIdentifier = (headings: string | readonly string[] | undefined): string => {
    const text = read(headings)
    return isRoundedNumber(text) ? refuse('rounded') : text
  }
  const has = ({ column, values }: { column: string; values: readonly string[] }): boolean =>
    values.includes(read(column))

  const amountIndex = Math.max(
    ...[columns.amount, columns.in, columns.out].map((name) => positions.get(name ?? '') ?? -1),
  )
  if ((broken && broken !== 'fields') || fields.length <= amountIndex) refuse('columns')
  if (columns.ignored && has(columns.ignored)) return undefined
  const { day, clockTime } = parseDayTime(read(columns.day), dayOrder) ?? refuse('date')
  const currency = toCurrency(read(columns.currency)) || defaultCurrency
  if (exponentOf(currency) === undefined) refuse('unknown-currency')
  const parse = parsers[columns.decimalMark ?? '.']
  const readAmount = (heading: string): number => {
    const text = read(heading)
    if (findOtherCurrency(text, currency) !== undefined) refuse('currency')
    return limitAmount(parse(text, currency) ?? refuse('amount'), { line })
  }
  const readOptional = (heading: string): number => (read(heading) === '' ? 0 : readAmount(heading))
  const { lineClass, amount } = readDirection(columns, read, readAmount, refuse)
  const balance = columns.balance !== undefined && positions.has(columns.balance) ? columns.balance : undefined
  const fee = columns.fee && readAmount(columns.fee.column)
  const feeMinor = fee === undefined ? null : columns.fee?.isNegative && fee !== 0 ? -fee : fee
  return {
    line,
    currency,
    day,
    valueDay: parseDayTime(read(columns.valueDay), dayOrder)?.day ?? '',
    clockTime: clockTime || cutText(read(columns.clockTime), 8),
    class: columns.neutral && has(columns.neutral) ? 'neutral' : lineClass,
    amountMinor: columns.isGross ? add(amount, -(feeMinor ?? 0)) : amount,
    feeMinor,
    subsidyMinor: lineClass === 'in' ? add(...(columns.subsidy ?? []).map((name) => Math.abs(readOptional(name)))) : 0,
    charged: readCharged(columns, currency, read, line),
    balanceMinor: balance === undefined ? null : readAmount(balance),
    counterparty: read(columns.counterparty),
    counterpartyAccount: readIdentifier(columns.counterpartyAccount),
    description: limitText(
      columns.description
        .map(read)
        .filter((text) => text !== '')
        .join(' · '),
    ),
    reference: readIdentifier(columns.reference),
    entryReference: readIdentifier(columns.entryReference),
    orderReference: readIdentifier(columns.orderReference),
    payoutReference: readIdentifier(columns.payoutReference),
    relatedReference: readIdentifier(columns.relatedReference),
    status: read(columns.status),
  }
}

/** What the customer was charged, in another currency than that of the line. */
function readCharged(
  { charged: columns, decimalMark = '.' }: FormatColumns,
  lineCurrency: string,
  read: (heading: string) => string,
  line: number,
): ParsedLine['charged'] {
  const currency = columns === undefined ? '' : toCurrency(read(columns.currency))
  const text = columns === undefined ? '' : read(columns.amount)
  if (currency === '' || currency === lineCurrency || text === '') return null
  if (exponentOf(currency) === undefined) throw toStatementError('unknown-currency', { line })
  const minor = parsers[decimalMark](text, currency)
  if (minor === undefined) throw toStatementError('amount', { line })
  return { currency, amountMinor: Math.abs(limitAmount(minor, { line })) }
}

/** The class and the signed amount, from one column with or without a class, or from one for each direction. */
function readDirection(
  columns: FormatColumns,
  read: (heading: string | undefined) => string,
  readAmount: (heading: string) => number,
  refuse: (why: string) => never,
): { lineClass: LineClass; amount: number } {
  if (columns.amount === undefined) {
    const readColumn = (name: string | undefined, sign: -1 | 0 | 1 = 1): number => {
      // Spreadsheet programs show nothing as a dash in the format for accounting.
      const minor = name === undefined || ['', '-'].includes(read(name)) ? 0 : readAmount(name)
      if (columns.isUnsigned || columns.outWhen || sign === 0) return Math.abs(minor)
      return minor === 0 ? 0 : minor * sign
    }
    const [inMinor, outMinor] = [readColumn(columns.in, columns.inSign), readColumn(columns.out, columns.outSign)]
    if (columns.outWhen) {
      const isOut = columns.outWhen.values.includes(read(columns.outWhen.column))
      return isOut ? { lineClass: 'out', amount: outMinor === 0 ? 0 : -outMinor } : { lineClass: 'in', amount: inMinor }
    }
    if (inMinor && outMinor) refuse('class')
    const amount = outMinor ? -outMinor : inMinor
    return { lineClass: amount < 0 ? 'out' : 'in', amount }
  }
  const amount = readAmount(columns.amount)
  if (columns.class === undefined) return { lineClass: amount < 0 ? 'out' : 'in', amount }
  const lineClass = ownValue(classes, read(columns.class).toLowerCase())
  if (lineClass === undefined || amount < 0) return refuse('class')
  return { lineClass, amount: lineClass === 'out' && amount !== 0 ? -amount : amount }
}

const parsers = { '.': parseAmount, ',': parseCommaAmount, 'either': parseAmountOfEitherMark }

/** Files fill their cells with spaces and tabs, mark them as text with a backquote, and put dashes or a slash where there is nothing. */
function cleanText(text: string): string {
  const clean = limitText(
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .replace(/^`/, ''),
  )
  return /^(-{2,}|\/)$/.test(clean) ? '' : clean
}

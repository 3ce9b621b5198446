import type { FormatColumns } from '#server/finance/statements/formats.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import type { LineClass } from '#shared/finance/statements.ts'
import { day as existingDay } from '#shared/inputs.ts'
import { parseDecimal } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

const classes: Readonly<Record<string, LineClass>> = {
  '收入': 'in',
  '支出': 'out',
  '不计收支': 'neutral',
  '中性交易': 'neutral',
  '其他': 'neutral',
  '': 'neutral',
}

const currencyNames: Readonly<Record<string, string>> = { 人民币: 'CNY', 美元: 'USD', 欧元: 'EUR', 港币: 'HKD' }

/** Reads one line of a file in the currency of its account. Throws `not-a-statement` with the line and what is wrong with it. */
export function parseLine(
  { line, fields, broken }: CsvRecord,
  header: readonly string[],
  columns: FormatColumns,
  currency: string,
): ParsedLine {
  const refuse = (why: string): never => {
    throw new ProblemError('not-a-statement', { why, line })
  }
  const read = (heading: string | undefined): string =>
    heading === undefined ? '' : cleanText(fields[header.indexOf(heading)] ?? '')
  const readAmount = (heading: string): number => parseAmount(read(heading), currency) ?? refuse('amount')

  const amountIndex = header.indexOf(columns.amount)
  if (broken === 'quotes' || fields.length <= amountIndex) refuse('columns')
  const [, day = '', clockTime = ''] =
    /^(\d{4}[-/]\d\d[-/]\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(read(columns.day)) ?? []
  const isoDay = day.replaceAll('/', '-')
  if (!existingDay.safeParse(isoDay).success) refuse('date')
  const named = read(columns.currency)
  if ((currencyNames[named] ?? (named || 'CNY')) !== currency) refuse('currency')
  const amount = readAmount(columns.amount)
  const direction = columns.class === undefined ? (amount < 0 ? 'out' : 'in') : classes[read(columns.class)]
  if (direction === undefined || (columns.class !== undefined && amount < 0)) refuse('class')
  return {
    line,
    day: isoDay,
    valueDay: '',
    clockTime: clockTime || read(columns.clockTime).slice(0, 8),
    class: direction ?? 'neutral',
    amountMinor: columns.class !== undefined && direction === 'out' && amount !== 0 ? -amount : amount,
    feeMinor: null,
    balanceMinor: columns.balance === undefined ? null : readAmount(columns.balance),
    counterparty: read(columns.counterparty),
    counterpartyAccount: read(columns.counterpartyAccount),
    description: columns.description
      .map(read)
      .filter((text) => text !== '')
      .join(' · ')
      .slice(0, maxTextLength),
    reference: read(columns.reference),
    orderReference: read(columns.orderReference),
    payoutReference: '',
    status: read(columns.status),
  }
}

const maxTextLength = 500

/** Files fill their cells with spaces and tabs, and with dashes or a slash where there is nothing. */
function cleanText(text: string): string {
  const clean = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
  return /^(-{2,}|\/)$/.test(clean) ? '' : clean
}

/** `¥1,234.50` in minor units; undefined for anything but an exact amount of the currency. */
function parseAmount(text: string, currency: string): number | undefined {
  const plain = text.replace(/^(-?)[¥￥]/, '$1')
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)
    ? parseDecimal(plain.replaceAll(',', ''), currency)
    : parseDecimal(plain, currency)
}

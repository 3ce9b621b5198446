import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** A column of a table, counted from 0. */
const column = optionalInput(z.string().check(z.regex(/^\d{1,2}$/, 'choice')))

/** The columns of a table that a mapping can name, in the order in which the form asks for them. */
export const mappedColumns = [
  'dayColumn',
  'amountColumn',
  'directionColumn',
  'inColumn',
  'outColumn',
  'balanceColumn',
  'counterpartyColumn',
  'counterpartyAccountColumn',
  'descriptionColumn',
  'referenceColumn',
] as const
export type MappedColumn = (typeof mappedColumns)[number]

export const dayOrders = ['ymd', 'dmy', 'mdy'] as const
export const decimalMarks = ['.', ','] as const

/**
 * How the table of another file is read: which of its rows has the headings, from 0, and which column is what. The amount has a sign or a direction
 * beside it, or there is a column for what came in and one for what went out.
 */
export const statementMapping = z
  .object({
    headingRow: z.string().check(z.regex(/^\d{1,2}$/, 'choice')),
    dayOrder: z.enum(dayOrders),
    decimalMark: z.enum(decimalMarks),
    dayColumn: z.string().check(z.regex(/^\d{1,2}$/, 'required')),
    amountColumn: column,
    directionColumn: column,
    inColumn: column,
    outColumn: column,
    balanceColumn: column,
    counterpartyColumn: column,
    counterpartyAccountColumn: column,
    descriptionColumn: column,
    referenceColumn: column,
  })
  .check(
    z.refine(({ amountColumn, inColumn, outColumn }) => Boolean(amountColumn) !== Boolean(inColumn ?? outColumn), {
      path: ['amountColumn'],
      message: 'required',
    }),
  )
export type StatementMapping = z.infer<typeof statementMapping>

/** The first rows of a table that no format recognizes, and how it may be meant. */
export const statementTable = z.object({
  rows: z.array(z.array(z.string())),
  guess: z.partial(
    z.object({ headingRow: z.string(), dayOrder: z.string(), decimalMark: z.string(), ...guessedColumns() }),
  ),
})
export type StatementTable = z.infer<typeof statementTable>

function guessedColumns() {
  return Object.fromEntries(mappedColumns.map((name) => [name, z.string()])) as Record<MappedColumn, z.ZodMiniString>
}

const words: Readonly<Record<MappedColumn, RegExp>> = {
  dayColumn: /date|datum|fecha|day|日期|时间/i,
  amountColumn: /^(transaction )?(amount|value|betrag|importe|montant|net)\b|^(交易|发生)?金额|发生额/i,
  directionColumn: /direction|debit\/credit|dr\/?cr|soll\/haben|收\/支|借贷|收支|方向/i,
  inColumn: /credit|deposit|paid in|money in|haben|收入|贷方|存入/i,
  outColumn: /debit|withdrawal|paid out|money out|soll|支出|借方|支取/i,
  balanceColumn: /balance|saldo|余额|结余/i,
  counterpartyColumn: /payee|counterparty|name|beneficiary|auftraggeber|对方(户名|名称|账户名)?$|对手/i,
  counterpartyAccountColumn: /iban|account (no|number)|kontonummer|对方账号|对方帐号/i,
  descriptionColumn: /description|memo|purpose|verwendungszweck|text|details|摘要|用途|备注|附言/i,
  referenceColumn: /reference|transaction (id|no)|serial|流水号|交易号|凭证/i,
}

/** What the headings of a table suggest; the row with most texts in it has them. */
export function guessMapping(rows: readonly (readonly string[])[]): StatementTable['guess'] {
  const countTexts = (row: readonly string[]): number => row.filter((cell) => /\p{L}/u.test(cell)).length
  let headingRow = 0
  for (const [index, row] of rows.entries())
    if (countTexts(row) > countTexts(rows[headingRow] ?? [])) headingRow = index
  const headings = rows[headingRow] ?? []
  const guess: StatementTable['guess'] = { headingRow: String(headingRow) }
  for (const name of mappedColumns) {
    const at = headings.findIndex((heading) => words[name].test(heading.trim()))
    if (at >= 0) guess[name] = String(at)
  }
  if (guess.amountColumn !== undefined && guess.amountColumn !== guess.inColumn) {
    delete guess.inColumn
    delete guess.outColumn
  }
  const below = rows.slice(headingRow + 1)
  const days = below.map((row) => row[Number(guess.dayColumn)]?.trim() ?? '').filter((text) => text !== '')
  const isYearFirst = days.every((text) => /^\d{4}/.test(text))
  const isMonthFirst = days.some((text) => /^\d{1,2}\D(1[3-9]|2\d|3[01])\D/.test(text))
  const amounts = below.map((row) => row[Number(guess.amountColumn ?? guess.inColumn)]?.trim() ?? '')
  return {
    ...guess,
    dayOrder: isYearFirst ? 'ymd' : isMonthFirst ? 'mdy' : 'dmy',
    decimalMark: amounts.some((text) => /,\d{1,2}$/.test(text)) ? ',' : '.',
  }
}

import {
  guessColumns,
  guessHeadingRow,
  guessNotation,
  mappedColumn,
  mappingShape,
  requiredMappedColumn,
  tableRows,
  type TableRows,
} from '#shared/table-mapping.ts'
import * as z from 'zod/mini'

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

/**
 * How the table of another file is read. The amount has a sign or a direction beside it, or there is a column for what came in and one for what went
 * out.
 */
export const statementMapping = z
  .object({
    ...mappingShape,
    dayColumn: requiredMappedColumn,
    amountColumn: mappedColumn,
    directionColumn: mappedColumn,
    inColumn: mappedColumn,
    outColumn: mappedColumn,
    balanceColumn: mappedColumn,
    counterpartyColumn: mappedColumn,
    counterpartyAccountColumn: mappedColumn,
    descriptionColumn: mappedColumn,
    referenceColumn: mappedColumn,
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
  rows: tableRows,
  guess: z.partial(
    z.object({ headingRow: z.string(), dayOrder: z.string(), decimalMark: z.string(), ...guessedColumns() }),
  ),
})
export type StatementTable = z.infer<typeof statementTable>

function guessedColumns() {
  return Object.fromEntries(mappedColumns.map((name) => [name, z.string()])) as Record<MappedColumn, z.ZodMiniString>
}

const words: Readonly<Record<MappedColumn, RegExp | readonly RegExp[]>> = {
  dayColumn: [/^buchung(stag|sdatum)?$|^(booking|posting) date|^记账日期/i, /date|datum|fecha|day|日期|时间/i],
  amountColumn:
    /^(transaction )?(amount|value|betrag|importe|montant|net)\b|^(交易|发生)?金额(?!.*(收入|支出|借|贷))|^(交易)?发生额/i,
  directionColumn: /direction|debit\/credit|dr\/?cr|soll\/haben|收\/支|借贷|收支|方向/i,
  inColumn: /credit|deposit|paid in|money in|haben|收入|贷方|存入/i,
  outColumn: /debit|withdrawal|paid out|money out|soll|支出|借方|支取/i,
  balanceColumn: /balance|saldo|余额|结余/i,
  counterpartyColumn:
    /payee|payer|counter ?party|name|beneficiary|auftraggeber|beg(ü|ue)nstigter|zahlungs(pflichtig|empfänger)|对方(户名|名称|账户名)?$|对手/i,
  counterpartyAccountColumn: /iban|account (no|number)|kontonummer|对方账号|对方帐号/i,
  descriptionColumn: [/description|memo|purpose|verwendungszweck/i, /text|details|摘要|用途|备注|附言/i],
  referenceColumn: /reference|^kundenreferenz|transaction (id|no)|serial|流水号|交易号|凭证/i,
}

/** What the headings of a table suggest. */
export function guessMapping(rows: TableRows): StatementTable['guess'] {
  const headingRow = guessHeadingRow(rows)
  const guess = guessColumns(rows[headingRow] ?? [], words)
  if (guess.amountColumn !== undefined && guess.amountColumn !== guess.inColumn) {
    delete guess.inColumn
    delete guess.outColumn
  }
  const notation = guessNotation(rows.slice(headingRow + 1), guess.dayColumn, guess.amountColumn ?? guess.inColumn)
  return { headingRow: String(headingRow), ...guess, ...notation }
}

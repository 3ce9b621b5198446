import { readText, toEntryLines } from '#server/finance/statements/camt-entry.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedFile, ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { parseAmount } from '#server/finance/statements/parse-amount.ts'
import { limitAmount, toStatementError } from '#server/finance/statements/statement-error.ts'
import { findText, readElements, type XmlElement } from '#server/xml/read-elements.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { day as existingDay } from '#shared/inputs.ts'
import { exponentOf } from '#shared/currencies.ts'

/**
 * Reads ISO 20022 camt.053 of any version: the names of what is read are the same in all of them. Throws `not-a-statement` with the number of the
 * first entry that makes no sense.
 */
export async function readCamt(chunks: AsyncIterable<TextChunk>): Promise<ParsedFile> {
  const statements: ParsedStatement[] = []
  let children: XmlElement[] = []
  let lines = new PackedList<ParsedLine>()
  let entry = 0
  for await (const element of readElements(chunks, { parent: 'Stmt', names: statementChildren }))
    if (element.name === 'Stmt') {
      statements.push(toStatement(children, lines, entry))
      children = []
      lines = new PackedList()
    } else if (element.name === 'Ntry') {
      entry++
      const currency = currencyOf(children)
      for (const line of toEntryLines(element, entry, currency)) lines.push({ ...line, line: lines.length + 1 })
    } else children.push(element)
  if (statements.length === 0) throw toStatementError('empty')
  return { format: 'camt', statements }
}

/** The elements of a statement that are read; they come before its entries. */
const statementChildren = ['Id', 'ElctrncSeqNb', 'LglSeqNb', 'FrToDt', 'Acct', 'Bal', 'Ntry'] as const

const find = (children: readonly XmlElement[], name: string): XmlElement | undefined =>
  children.find((child) => child.name === name)

const currencyOf = (children: readonly XmlElement[]): string =>
  findText(find(children, 'Acct'), 'Ccy') ||
  (find(children, 'Bal')?.children.find(({ name }) => name === 'Amt')?.attributes['Ccy'] ?? '')

function toStatement(children: XmlElement[], lines: ParsedStatement['lines'], entry: number): ParsedStatement {
  const currency = currencyOf(children)
  if (exponentOf(currency) === undefined) throw toStatementError('unknown-currency', { entry })
  const account = find(children, 'Acct')
  const balances = children.filter(({ name }) => name === 'Bal')
  const opening = findBalance(balances, 'OPBD') ?? findBalance(balances, 'PRCD')
  const closing = findBalance(balances, 'CLBD')
  const period = find(children, 'FrToDt')
  const firstDay = toDay(findText(period, 'FrDtTm') || findText(period, 'FrDt')) ?? dayOf(opening)
  const lastDay = toDay(findText(period, 'ToDtTm') || findText(period, 'ToDt')) ?? dayOf(closing)
  if (lines.length === 0 && (firstDay ?? lastDay) === undefined) throw toStatementError('empty')
  return {
    identifier: readText(account, 'Id', 'IBAN') || readText(account, 'Id', 'Othr', 'Id'),
    number: ['ElctrncSeqNb', 'LglSeqNb', 'Id'].map((name) => readText(find(children, name))).find(Boolean) ?? '',
    currency,
    openingMinor: minorOf(opening, currency, entry),
    closingMinor: minorOf(closing, currency, entry),
    ...(lines.length === 0 && { firstDay: firstDay ?? lastDay ?? '', lastDay: lastDay ?? firstDay ?? '' }),
    lines,
  }
}

const findBalance = (balances: readonly XmlElement[], code: string): XmlElement | undefined =>
  balances.find((balance) => findText(balance, 'Tp', 'CdOrPrtry', 'Cd') === code)

/** The day of a date or of a time, as it is written. */
const toDay = (text: string): string | undefined => {
  const day = text.slice(0, 10)
  return existingDay.safeParse(day).success ? day : undefined
}

const dayOf = (balance: XmlElement | undefined): string | undefined =>
  toDay(findText(balance, 'Dt', 'Dt') || findText(balance, 'Dt', 'DtTm'))

/** Null without a balance. */
function minorOf(balance: XmlElement | undefined, currency: string, entry: number): number | null {
  if (!balance) return null
  const amount = balance.children.find(({ name }) => name === 'Amt')
  const minor = parseAmount(findText(amount), currency)
  if (minor === undefined || amount?.attributes['Ccy'] !== currency) throw toStatementError('balance', { entry })
  limitAmount(minor, { entry })
  return findText(balance, 'CdtDbtInd') === 'DBIT' && minor !== 0 ? -minor : minor
}

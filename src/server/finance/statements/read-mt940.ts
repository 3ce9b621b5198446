import { limitText } from '#server/finance/statements/limit-text.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedLine, ParsedFile, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { parseCommaAmount } from '#server/finance/statements/parse-amount.ts'
import { toBankDay, toFullYear } from '#server/finance/statements/parse-day.ts'
import { readPurpose } from '#server/finance/statements/mt940-purpose.ts'
import { limitAmount, toStatementError } from '#server/finance/statements/statement-error.ts'
import type { TextLine } from '#server/finance/statements/text-lines.ts'
import { exponentOf } from '#shared/currencies.ts'

/** A field with its wrapped lines, such as `:61:` with the line below it. */
interface Field {
  tag: string
  line: number
  lines: string[]
}

/** Reads SWIFT MT940: one statement from each `:60F:` to its `:62F:`. Throws `not-a-statement` with the first line that makes no sense. */
export async function readMt940(lines: AsyncIterable<TextLine>): Promise<ParsedFile> {
  const reader = new Mt940Reader()
  let field: Field | undefined
  for await (const { text, line } of lines) {
    const [, tag, rest = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(text) ?? []
    if (tag !== undefined) {
      if (field) reader.push(field)
      field = { tag, line, lines: [rest] }
    } else if (isEnvelope(text)) {
      if (field) reader.push(field)
      field = undefined
    } else if (field && text.trim() !== '') {
      if (field.lines.length >= maxFieldLines) throw toStatementError('columns', { line })
      field.lines.push(text)
    }
  }
  if (field) reader.push(field)
  return { format: 'mt940', statements: reader.end() }
}

const maxFieldLines = 100

/** What ends a message, and the blocks of SWIFT around it. */
const isEnvelope = (text: string): boolean => /^\s*(-\}?\s*$|\{\d:|\})/.test(text)

class Mt940Reader {
  readonly #statements: ParsedStatement[] = []
  #account = ''
  #number = ''
  #open: (ParsedStatement & { openedAt: number; openedOn: string }) | undefined
  /** The last entry, until what describes it is read. */
  #last: ParsedLine | undefined

  push({ tag, line, lines }: Field): void {
    const text = lines[0]?.trim() ?? ''
    if (tag === '20') this.#account = this.#number = ''
    else if (tag === '25' || tag === '25P') this.#account = limitText(text.replaceAll(/\s/g, ''))
    else if (tag === '28C' || tag === '28') this.#number = limitText(text)
    else if (tag === '60F' || tag === '60M') this.#openStatement(text, line)
    else if (tag === '61') this.#addLine(lines, line)
    else if (tag === '86') this.#describe(lines)
    else if (tag === '62F' || tag === '62M') this.#closeStatement(text, line)
  }

  end(): ParsedStatement[] {
    if (this.#open) throw toStatementError('truncated', { line: this.#open.openedAt })
    if (this.#statements.length === 0) throw toStatementError('empty')
    return this.#statements
  }

  #openStatement(text: string, line: number): void {
    if (this.#open) throw toStatementError('truncated', { line: this.#open.openedAt })
    const { currency, day, minor } = parseBalance(text, line)
    this.#open = {
      identifier: this.#account,
      number: this.#number,
      currency,
      openingMinor: minor,
      closingMinor: null,
      openedOn: day,
      lines: new PackedList(),
      openedAt: line,
    }
  }

  #closeStatement(text: string, line: number): void {
    this.#keepLast()
    const open = this.#open
    if (!open) throw toStatementError('truncated', { line })
    const { currency, day, minor } = parseBalance(text, line)
    if (currency !== open.currency) throw toStatementError('currency', { line })
    const { openedAt: _, openedOn, ...statement } = open
    const days = statement.lines.length === 0 ? { firstDay: openedOn, lastDay: day } : {}
    this.#statements.push({ ...statement, ...days, closingMinor: minor })
    this.#open = undefined
  }

  #addLine(lines: readonly string[], line: number): void {
    const open = this.#open
    if (!open) throw toStatementError('truncated', { line })
    this.#keepLast()
    this.#last = parseEntry(lines, line, open.currency)
  }

  #keepLast(): void {
    if (this.#last) this.#open?.lines.push(this.#last)
    this.#last = undefined
  }

  /** What `:86:` says belongs to the entry before it. */
  #describe(lines: readonly string[]): void {
    if (!this.#last) return
    const { orderReference, ...purpose } = readPurpose(lines)
    Object.assign(this.#last, {
      ...purpose,
      orderReference: orderReference || this.#last.orderReference,
      description: purpose.description || this.#last.description,
    })
    this.#keepLast()
  }
}

/** `C240131EUR1234,56`. */
function parseBalance(text: string, line: number): { currency: string; day: string; minor: number } {
  const [, mark, year = '', month = '', date = '', currency = '', amount = ''] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d,]+)$/.exec(text) ?? []
  if (mark === undefined) throw toStatementError('balance', { line })
  const day = toBankDay(toFullYear(year), month, date)
  if (day === undefined) throw toStatementError('date', { line })
  if (exponentOf(currency) === undefined) throw toStatementError('unknown-currency', { line })
  const minor = parseCommaAmount(amount, currency)
  if (minor === undefined) throw toStatementError('amount', { line })
  limitAmount(minor, { line })
  return { currency, day, minor: mark === 'D' && minor !== 0 ? -minor : minor }
}

/** Value date, entry date without a year, debit or credit or the reversal of one, a letter of the currency, amount, kind, references. */
const entryPattern =
  /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,15}(?:,\d*)?)([A-Z][A-Z\d]{3})?(.*)$/

function parseEntry(lines: readonly string[], line: number, currency: string): ParsedLine {
  const match = entryPattern.exec(lines[0]?.trim() ?? '')
  if (!match) throw toStatementError('columns', { line })
  const [, shortYear = '', month = '', date = '', entryMonth, entryDate = '', mark = '', , amount = '', , rest = ''] =
    match
  const valueDay = toBankDay(toFullYear(shortYear), month, date)
  const day =
    entryMonth === undefined || valueDay === undefined
      ? valueDay
      : toBankDay(yearOfEntry(valueDay, entryMonth), entryMonth, entryDate)
  if (valueDay === undefined || day === undefined) throw toStatementError('date', { line })
  const minor = parseCommaAmount(amount, currency)
  if (minor === undefined) throw toStatementError('amount', { line })
  limitAmount(minor, { line })
  const isIn = mark === 'C' || mark === 'EC' || mark === 'RD'
  const [own = '', bank = ''] = rest.split('//', 2).map((text) => limitText(text.trim()))
  return {
    line,
    day,
    valueDay,
    clockTime: '',
    class: isIn ? 'in' : 'out',
    amountMinor: isIn || minor === 0 ? minor : -minor,
    feeMinor: null,
    subsidyMinor: 0,
    charged: null,
    balanceMinor: null,
    counterparty: '',
    counterpartyAccount: '',
    description: limitText(lines.slice(1).join(' ').trim()),
    reference: bank,
    entryReference: '',
    orderReference: own === 'NONREF' ? '' : own,
    payoutReference: '',
    relatedReference: '',
    status: '',
  }
}

/** The entry date lies within half a year of the value date. */
function yearOfEntry(valueDay: string, entryMonth: string): string {
  const year = Number(valueDay.slice(0, 4))
  const months = Number(entryMonth) - Number(valueDay.slice(5, 7))
  return String(months > 6 ? year - 1 : months < -6 ? year + 1 : year)
}

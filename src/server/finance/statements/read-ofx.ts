import { limitText } from '#server/finance/statements/limit-text.ts'
import { decodeEntities } from '#server/finance/statements/decode-entities.ts'
import { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedFile, ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import { parseAmount, parseCommaAmount } from '#server/finance/statements/parse-amount.ts'
import { toDay } from '#server/imports/parse-day-time.ts'
import { limitAmount, toStatementError } from '#server/finance/statements/statement-error.ts'
import type { TextChunk } from '#server/imports/encoding.ts'
import { exponentOf } from '#shared/currencies.ts'

/**
 * Reads OFX and QFX: 1.x, whose elements need not be closed, and 2.x, which is XML, as the tags are the same. Throws `not-a-statement` with the
 * number of the first entry that makes no sense.
 */
export async function readOfx(chunks: AsyncIterable<TextChunk>): Promise<ParsedFile> {
  const reader = new OfxReader()
  let rest = ''
  for await (const { text } of chunks) {
    const pieces = `${rest}${text}`.split('<')
    rest = pieces.pop() ?? ''
    if (rest.length > maxPieceLength) throw toStatementError('columns', reader.place)
    for (const piece of pieces) reader.push(piece)
  }
  reader.push(rest)
  return { format: 'ofx', statements: reader.end() }
}

/** More characters than any value has. */
const maxPieceLength = 64 * 1024

type Values = Map<string, string>

/** A statement while it is read. */
interface OpenStatement {
  account: Values
  own: Values
  balance: Values
  days: Values
  lines: PackedList<ParsedLine>
}

class OfxReader {
  readonly #statements: ParsedStatement[] = []
  #statement: OpenStatement | undefined
  #entry: Values | undefined
  #target: Values | undefined
  #entries = 0
  #isEnded = false

  get place(): { entry: number } {
    return { entry: this.#entries }
  }

  /** `piece` is what follows a `<`, up to the next one. */
  push(piece: string): void {
    const [, slash, name = '', value = ''] = /^(\/?)([\w.]+)(?:[^\w.>][^>]*)?>([^]*)$/.exec(piece) ?? []
    if (/^!(DOCTYPE|ENTITY)/i.test(piece)) throw toStatementError('entities')
    if (slash === undefined) return
    if (slash === '/') this.#close(name.toUpperCase())
    else this.#open(name.toUpperCase(), value.trim())
  }

  end(): ParsedStatement[] {
    if (this.#statement || this.#entry || !this.#isEnded) throw toStatementError('truncated', this.place)
    if (this.#statements.length === 0) throw toStatementError('empty')
    return this.#statements
  }

  #open(name: string, value: string): void {
    if (name === 'STMTRS' || name === 'CCSTMTRS' || name === 'INVSTMTRS') {
      if (this.#statement) throw toStatementError('truncated', this.place)
      const own: Values = new Map()
      this.#statement = { account: new Map(), own, balance: new Map(), days: new Map(), lines: new PackedList() }
      this.#target = own
    } else if (!this.#statement) return
    else if (name === 'STMTTRN') {
      if (this.#entry) throw toStatementError('truncated', this.place)
      this.#entries++
      this.#entry = this.#target = new Map()
    } else if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') this.#target = this.#statement.account
    else if (name === 'LEDGERBAL') this.#target = this.#statement.balance
    else if (name === 'AVAILBAL') this.#target = new Map()
    else if (name === 'BANKTRANLIST') this.#target = this.#statement.days
    else if (value !== '' && this.#target && !this.#target.has(name)) this.#target.set(name, decodeEntities(value))
  }

  #close(name: string): void {
    if (name === 'STMTTRN' && this.#entry && this.#statement) {
      const currency = this.#statement.own.get('CURDEF') ?? ''
      this.#statement.lines.push(toLine(this.#entry, this.#entries, currency))
      this.#entry = undefined
      this.#target = this.#statement.days
    } else if (name === 'STMTRS' || name === 'CCSTMTRS' || name === 'INVSTMTRS') {
      if (!this.#statement || this.#entry) throw toStatementError('truncated', this.place)
      this.#statements.push(this.#toStatement(this.#statement))
      this.#statement = this.#target = undefined
    } else if (name === 'OFX') this.#isEnded = true
  }

  #toStatement({ account, own, balance, days, lines }: OpenStatement): ParsedStatement {
    const currency = own.get('CURDEF') ?? ''
    if (exponentOf(currency) === undefined) throw toStatementError('unknown-currency', this.place)
    const closing = balance.get('BALAMT')
    const closingMinor = closing === undefined ? null : parseOfxAmount(closing, currency)
    if (closingMinor === undefined) throw toStatementError('balance', this.place)
    limitAmount(closingMinor ?? 0, this.place)
    const firstDay = toOfxDay(days.get('DTSTART'))
    const lastDay = toOfxDay(days.get('DTEND') ?? balance.get('DTASOF'))
    if (lines.length === 0 && (firstDay ?? lastDay) === undefined) throw toStatementError('empty')
    return {
      identifier: limitText([account.get('BANKID'), account.get('ACCTID')].filter(Boolean).join('/')),
      number: '',
      currency,
      openingMinor: null,
      closingMinor,
      ...(lines.length === 0 && { firstDay: firstDay ?? lastDay ?? '', lastDay: lastDay ?? firstDay ?? '' }),
      lines,
    }
  }
}

/** `20240131120000.000[-5:EST]`: the day as it is written. */
const toOfxDay = (text = ''): string | undefined => {
  const [, year = '', month = '', date = ''] = /^(\d{4})(\d\d)(\d\d)/.exec(text) ?? []
  return toDay(year, month, date)
}

/** A dot or a comma is the decimal mark; there are no others. */
const parseOfxAmount = (text: string, currency: string): number | undefined =>
  /^[+-]?\d*,\d*$/.test(text)
    ? parseCommaAmount(text, currency)
    : parseAmount(text.replace(/^([+-]?)\./, '$10.'), currency)

function toLine(values: Values, entry: number, currency: string): ParsedLine {
  if (exponentOf(currency) === undefined) throw toStatementError('unknown-currency', { entry })
  const read = (name: string): string => limitText((values.get(name) ?? '').replaceAll(/\s+/g, ' '))
  const day = toOfxDay(values.get('DTPOSTED'))
  if (day === undefined) throw toStatementError('date', { entry })
  const amount = parseOfxAmount(read('TRNAMT'), currency)
  if (amount === undefined) throw toStatementError('amount', { entry })
  const [, hours, minutes, seconds] = /^\d{8}(\d\d)(\d\d)(\d\d)/.exec(values.get('DTPOSTED') ?? '') ?? []
  return {
    line: entry,
    day,
    valueDay: toOfxDay(values.get('DTAVAIL')) ?? '',
    clockTime: hours === undefined ? '' : `${hours}:${minutes}:${seconds}`,
    class: amount < 0 ? 'out' : 'in',
    amountMinor: limitAmount(amount, { entry }),
    feeMinor: null,
    subsidyMinor: 0,
    charged: null,
    balanceMinor: null,
    counterparty: read('NAME'),
    counterpartyAccount: read('ACCTID'),
    description: [read('MEMO'), read('CHECKNUM')].filter((text) => text !== '').join(' · '),
    reference: read('FITID'),
    entryReference: read('FITID'),
    orderReference: read('REFNUM'),
    payoutReference: '',
    relatedReference: '',
    status: read('TRNTYPE'),
  }
}

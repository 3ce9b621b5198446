import { limitText } from '#server/finance/statements/limit-text.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'
import { parseAmount } from '#server/finance/statements/parse-amount.ts'
import { limitAmount, toStatementError } from '#server/finance/statements/statement-error.ts'
import { findElement, findText, type XmlElement } from '#server/xml/read-elements.ts'
import { day as existingDay } from '#shared/inputs.ts'

/**
 * The lines of an `Ntry`: one for each of its transactions where their amounts add up to its own, otherwise one. None for an entry that is not
 * booked. `RvslInd` says that it takes another one back; which way the money goes is in `CdtDbtInd` all the same.
 */
export function toEntryLines(element: XmlElement, entry: number, currency: string): ParsedLine[] {
  const status = readText(element, 'Sts') || readText(element, 'Sts', 'Cd') || readText(element, 'Sts', 'Prtry')
  if (status !== '' && status !== 'BOOK') return []
  const amount = readAmount(element, entry, currency)
  if (amount === undefined) throw toStatementError('amount', { entry })
  limitAmount(amount, { entry })
  const day = readDay(findElement(element, 'BookgDt')) ?? readDay(findElement(element, 'ValDt'))
  if (day === undefined) throw toStatementError('date', { entry })
  const details = element.children
    .filter(({ name }) => name === 'NtryDtls')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'TxDtls'))
  const amounts = details.map((transaction) => readTransactionAmount(transaction, amount, currency))
  const isSplit = details.length > 1 && isSum(amounts, amount)
  const account = readText(element, 'AcctSvcrRef')
  const parts: (readonly [XmlElement | undefined, number])[] = isSplit
    ? details.map((transaction, index) => [transaction, amounts[index] ?? 0])
    : [[details[0], amount]]
  return parts.map(([transaction, minor], index) => ({
    line: entry,
    day,
    valueDay: readDay(findElement(element, 'ValDt')) ?? '',
    clockTime: /T(\d\d:\d\d:\d\d)/.exec(findText(element, 'BookgDt', 'DtTm'))?.[1] ?? '',
    class: minor < 0 ? 'out' : 'in',
    amountMinor: minor,
    feeMinor: null,
    subsidyMinor: 0,
    charged: null,
    balanceMinor: null,
    ...readParty(transaction, minor),
    description: readDescription(element, transaction),
    reference:
      readText(transaction, 'Refs', 'AcctSvcrRef') ||
      account ||
      readText(transaction, 'Refs', 'TxId') ||
      readText(element, 'NtryRef'),
    entryReference: account && isSplit ? `${account}/${index + 1}` : account,
    orderReference: readOrderReference(transaction),
    payoutReference: '',
    relatedReference: '',
    status,
  }))
}

/** Undefined for anything but an exact amount of the currency. Throws for an entry in another one. */
function readAmount(element: XmlElement, entry: number, currency: string): number | undefined {
  const amount = findElement(element, 'Amt')
  if (amount?.attributes['Ccy'] !== currency) throw toStatementError('currency', { entry })
  const minor = parseAmount(findText(amount), currency)
  const direction = findText(element, 'CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT') throw toStatementError('class', { entry })
  return minor === undefined || minor < 0 ? undefined : direction === 'DBIT' && minor !== 0 ? -minor : minor
}

/** In the direction of the entry unless it says otherwise; undefined without an amount in the currency of the entry. */
function readTransactionAmount(transaction: XmlElement, entryAmount: number, currency: string): number | undefined {
  const amount =
    findElement(transaction, 'Amt') ??
    findElement(transaction, 'AmtDtls', 'TxAmt', 'Amt') ??
    findElement(transaction, 'AmtDtls', 'InstdAmt', 'Amt')
  if (amount?.attributes['Ccy'] !== currency) return undefined
  const minor = parseAmount(findText(amount), currency)
  const direction = findText(transaction, 'CdtDbtInd') || (entryAmount < 0 ? 'DBIT' : 'CRDT')
  return minor === undefined ? undefined : direction === 'DBIT' && minor !== 0 ? -minor : minor
}

function isSum(amounts: readonly (number | undefined)[], total: number): boolean {
  let sum = 0n
  for (const amount of amounts) {
    if (amount === undefined) return false
    sum += BigInt(amount)
  }
  return sum === BigInt(total)
}

const readDay = (date: XmlElement | undefined): string | undefined => {
  const day = (findText(date, 'Dt') || findText(date, 'DtTm')).slice(0, 10)
  return existingDay.safeParse(day).success ? day : undefined
}

/** The text of a descendant as it is kept. */
export const readText = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  limitText(findText(element, ...path))

/** Who paid what came in, and who got what went out; some banks name the one as the other. */
function readParty(
  transaction: XmlElement | undefined,
  minor: number,
): Pick<ParsedLine, 'counterparty' | 'counterpartyAccount'> {
  const roles = minor < 0 ? ['Cdtr', 'Dbtr'] : ['Dbtr', 'Cdtr']
  const find = (read: (role: string) => string): string => roles.map(read).find((text) => text !== '') ?? ''
  const party = (role: string, ...path: string[]): string => readText(transaction, 'RltdPties', role, ...path)
  return {
    counterparty: find((role) => party(role, 'Nm') || party(role, 'Pty', 'Nm')),
    counterpartyAccount: find((role) => party(`${role}Acct`, 'Id', 'IBAN') || party(`${role}Acct`, 'Id', 'Othr', 'Id')),
  }
}

function readDescription(element: XmlElement, transaction: XmlElement | undefined): string {
  const texts = (findElement(transaction, 'RmtInf')?.children ?? [])
    .filter(({ name }) => name === 'Ustrd')
    .map((each) => findText(each))
  const parts = [texts.join(' '), findText(transaction, 'AddtlTxInf'), findText(element, 'AddtlNtryInf')]
  return limitText(parts.filter((text) => text !== '').join(' · '))
}

function readOrderReference(transaction: XmlElement | undefined): string {
  const endToEnd = readText(transaction, 'Refs', 'EndToEndId')
  const structured = readText(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
  return structured || (/^NOT ?PROVIDED$/i.test(endToEnd) ? '' : endToEnd)
}

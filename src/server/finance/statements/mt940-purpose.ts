import { limitText } from '#server/finance/statements/limit-text.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'

type Purpose = Pick<ParsedLine, 'counterparty' | 'counterpartyAccount' | 'description' | 'orderReference'>

/**
 * Reads `:86:`: a code and fields such as `?20Invoice 17?32Smith` (any mark in place of the question mark), fields such as
 * `/NAME/Smith/REMI/Invoice 17`, or free text.
 */
export function readPurpose(lines: readonly string[]): Purpose {
  const joined = lines.map((line) => line.trimEnd()).join('')
  const [, mark] = /^\s*\d{3}([^\w\s])(?=\d\d)/.exec(joined) ?? []
  if (mark !== undefined) return readCoded(joined, mark)
  if (/^\s*\/[A-Z]{3,8}\//.test(joined)) return readSlashed(joined)
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .trim()
  return { counterparty: '', counterpartyAccount: '', ...readSepa(text) }
}

function readCoded(text: string, mark: string): Purpose {
  const fields = new Map(
    text
      .split(mark)
      .slice(1)
      .map((field) => [field.slice(0, 2), field.slice(2)]),
  )
  const join = (...codes: readonly string[]): string =>
    limitText(
      codes
        .map((code) => fields.get(code) ?? '')
        .join('')
        .trim(),
    )
  const purpose = readSepa(join(...numbered(20, 29), ...numbered(60, 63)))
  return {
    ...purpose,
    counterparty: join('32', '33'),
    counterpartyAccount: join('38') || join('31'),
    description: limitText([join('00'), purpose.description].filter((part) => part !== '').join(' · ')),
  }
}

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/** `EREF+17-4 SVWZ+Invoice 17`: the reference that the payer gave, and the text. */
function readSepa(text: string): Pick<Purpose, 'description' | 'orderReference'> {
  const parts = text.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/)
  const find = (name: string): string => parts[parts.indexOf(name) + 1]?.trim() ?? ''
  if (parts.length === 1) return { description: limitText(text), orderReference: '' }
  const reference = parts.includes('EREF') ? find('EREF') : ''
  return {
    description: limitText(parts.includes('SVWZ') ? find('SVWZ') : (parts[0]?.trim() ?? '')),
    orderReference: reference === 'NOTPROVIDED' ? '' : limitText(reference),
  }
}

/** The names that a field can have; other words between slashes are text. */
const slashedNames =
  /\/(EREF|REMI|NAME|IBAN|BIC|TRTP|CNTP|BENM|ORDP|MARF|CSID|ADDR|RTRN|ISDT|PURP|TRCD|PREF|USTD|STRD)\//

function readSlashed(text: string): Purpose {
  const parts = text.split(slashedNames)
  const find = (name: string): string => {
    const at = parts.indexOf(name)
    return at < 0 ? '' : limitText(parts[at + 1]?.trim() ?? '')
  }
  const [account = '', , name = ''] = find('CNTP').split('/')
  const reference = find('EREF')
  return {
    counterparty: find('NAME') || name,
    counterpartyAccount: find('IBAN') || account,
    description: find('REMI').replace(/^(USTD|STRD)?\/+/, '') || find('USTD') || limitText(text),
    orderReference: reference === 'NOTPROVIDED' ? '' : reference,
  }
}

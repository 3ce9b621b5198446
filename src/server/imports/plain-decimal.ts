import { decimalsOf } from '#shared/money.ts'

/** The amount without currency signs, separators of thousands and zeros that the currency does not have; all else stays, so that it is refused. */
export function toPlainDecimal(text: string, decimalMark: '.' | ',', currency: string): string {
  const bare = text
    .replaceAll('−', '-')
    .replace(/^[^\d.,\p{Pd}]{0,4}(-?)[^\d.,\p{Pd}]{0,4}/u, '$1')
    .replace(/\s*(?:元|\p{Sc}|[A-Z]{3})$/u, '')
  const grouped = decimalMark === '.' ? groupedBeforeDot : groupedBeforeComma
  const plain = bare.replace(grouped, (whole) => whole.replaceAll(/[^\d-]/g, ''))
  const [whole = '', fraction = '', ...rest] = plain.split(decimalMark)
  if (rest.length > 0 || (decimalMark === ',' && plain.includes('.'))) return text
  const decimals = fraction.slice(0, decimalsOf(currency)) + fraction.slice(decimalsOf(currency)).replace(/0+$/, '')
  return decimals === '' ? whole : `${whole || '0'}.${decimals}`
}

const groupedBeforeDot = /^-?\d{1,3}(?:(?:,\d{3})+|(?:['’]\d{3})+|(?:[ \u00A0\u202F]\d{3})+)(?=\.|$)/
const groupedBeforeComma = /^-?\d{1,3}(?:(?:\.\d{3})+|(?:['’]\d{3})+|(?:[ \u00A0\u202F]\d{3})+)(?=,|$)/

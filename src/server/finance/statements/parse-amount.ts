import { exponentOf } from '#shared/currencies.ts'
import { parseDecimal } from '#shared/money.ts'

/**
 * `¥1,234.50`, `1'234.50`, `1 234.50 €`, `+3`, `3-`, `(3)`, `5.00000`: an amount with a dot as decimal mark in minor units. Undefined for anything but an exact amount of the currency;
 * more decimals than it has must be zeros.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const plain = toBareNumber(text, currency)
  const isGrouped = /^-?[1-9]\d{0,2}((,\d{3})+|(['’]\d{3})+|([ \u00A0\u202F]\d{3})+)(\.\d+)?$/.test(plain)
  return parseDecimal(dropZeros(isGrouped ? plain.replaceAll(/[,'’\s]/g, '') : plain, currency), currency)
}

/** Without the currency, and with the minus sign in front that programs for accounting put behind, or write as brackets. */
function toBareNumber(text: string, currency: string): string {
  const signed = text
    .trim()
    .replaceAll('−', '-')
    .replace(/^\(([^-]*)\)$/, '-$1')
    .replace(/^([^-]*)-$/, '-$1')
    .replace(/^([+-]?)[¥￥$€£]\s?/, '$1')
    .replace(/^\+/, '')
  const unit = [...signs, currency].find((each) => signed.endsWith(each)) ?? ''
  return signed.slice(0, signed.length - unit.length).trimEnd()
}
const signs = ['¥', '￥', '$', '€', '£', '元']

/** `1.234,50`, `1 234,50` and `1'234,5`: the same with a comma as decimal mark. */
export const parseCommaAmount = (text: string, currency: string): number | undefined =>
  parseAmount(
    toBareNumber(text, currency)
      .replace(/,$/, '')
      .replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    currency,
  )

/** Reads an amount whose decimal mark is not known: it is the last mark if as many digits follow as the currency has decimals. */
export function parseAmountOfEitherMark(text: string, currency: string): number | undefined {
  const decimals = exponentOf(currency) ?? 2
  const bare = toBareNumber(text, currency)
  const digits = /[.,](\d+)$/.exec(bare)?.[1]?.length
  const isDecimalMark = decimals > 0 && digits === decimals
  const isComma = /,\d+$/.test(bare)
  return isComma === isDecimalMark ? parseCommaAmount(text, currency) : parseAmount(text, currency)
}

function dropZeros(text: string, currency: string): string {
  const [whole = '', fraction] = text.split('.', 2)
  const decimals = exponentOf(currency) ?? 0
  if (fraction === undefined || fraction.length <= decimals || !/^0*$/.test(fraction.slice(decimals))) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

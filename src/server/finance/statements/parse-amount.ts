import { exponentOf } from '#shared/currencies.ts'
import { parseDecimal } from '#shared/money.ts'

/**
 * `¥1,234.50`, `1'234.50`, `1 234.50`, `+3`, `5.00000`: an amount with a dot as decimal mark in minor units. Undefined for anything but an exact amount of the currency;
 * more decimals than it has must be zeros.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^([+-]?)[¥￥$€£]\s?/, '$1')
    .replace(/^\+/, '')
    .replaceAll('−', '-')
  const isGrouped = /^-?[1-9]\d{0,2}((,\d{3})+|(['’]\d{3})+|([ \u00A0\u202F]\d{3})+)(\.\d+)?$/.test(plain)
  return parseDecimal(dropZeros(isGrouped ? plain.replaceAll(/[,'’\s]/g, '') : plain, currency), currency)
}

/** `1.234,50`, `1 234,50` and `1'234,5`: the same with a comma as decimal mark. */
export const parseCommaAmount = (text: string, currency: string): number | undefined =>
  parseAmount(
    text
      .trim()
      .replace(/,$/, '')
      .replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    currency,
  )

/** Reads an amount whose decimal mark is not known: it is the last mark if as many digits follow as the currency has decimals. */
export function parseAmountOfEitherMark(text: string, currency: string): number | undefined {
  const decimals = exponentOf(currency) ?? 2
  const digits = /[.,](\d+)$/.exec(text.trim())?.[1]?.length
  const isDecimalMark = decimals > 0 && digits === decimals
  const isComma = /,\d+$/.test(text.trim())
  return isComma === isDecimalMark ? parseCommaAmount(text, currency) : parseAmount(text, currency)
}

function dropZeros(text: string, currency: string): string {
  const [whole = '', fraction] = text.split('.', 2)
  const decimals = exponentOf(currency) ?? 0
  if (fraction === undefined || fraction.length <= decimals || !/^0*$/.test(fraction.slice(decimals))) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

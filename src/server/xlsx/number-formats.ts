/** How a number is shown: as a day, in percent, or with zeros in front up to so many digits. */
export type NumberFormat = 'day' | 'percent' | { digits: number }

const builtInDays = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]
const builtInPercents = [9, 10]

/** The formats of Excel itself, by their numbers. */
export const builtInFormats: readonly (readonly [number, NumberFormat])[] = [
  ...builtInDays.map((id) => [id, 'day'] as const),
  ...builtInPercents.map((id) => [id, 'percent'] as const),
]

/** What a format such as `yyyy\-mm\-dd`, `0.0\ %` or `00000` means; undefined for any other. */
export function parseNumberFormat(code: string): NumberFormat | undefined {
  const [zeros] = /^0{2,255}(?=;|$)/.exec(code.replaceAll(/\[[^[\]]*\]|[_*]./gs, '')) ?? []
  if (zeros !== undefined) return { digits: zeros.length }
  // Without texts, spaces, colors and currencies; `[h]` stays, which counts hours beyond a day.
  const signs = code.replaceAll(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|[\\_*]./gis, '')
  if (/[ymdhs年月日]/i.test(signs)) return 'day'
  return signs.includes('%') ? 'percent' : undefined
}

/** A number as text: a plain decimal, a day `YYYY-MM-DD` with its time if it has one, `19%`, or `02134`; empty if the text is not a number. */
export function formatNumber(text: string, format: NumberFormat | undefined, startsIn1904: boolean): string {
  if (format === 'day') return toDay(text, startsIn1904)
  const decimal = toDecimal(format === 'percent' && text !== '' ? String(Number(text) * 100) : text)
  if (format === undefined || decimal === '') return decimal
  if (format === 'percent') return `${decimal}%`
  return /^\d+$/.test(decimal) ? decimal.padStart(format.digits, '0') : decimal
}

/**
 * Programs write 28.16 as 28.159999999999997: fifteen digits are what Excel keeps. A longer number stays as it is written, unless only zeros follow these
 * digits, as Excel writes it after it has rounded it: then it is `1.38E+16`, which no identifier may be.
 */
function toDecimal(text: string): string {
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return ''
  if (/^[1-9]\d{14}0+$/.test(text)) return number.toExponential(14).toUpperCase()
  if (/^-?\d+(\.\d{1,4})?$/.test(text)) return text
  const rounded = Number(number.toPrecision(15))
  return Math.abs(rounded) < 1e15 ? rounded.toFixed(10).replace(/\.?0+$/, '') : text
}

/** A day is a number of days, counted so that those after February 1900 are right. */
function toDay(text: string, startsIn1904: boolean): string {
  const days = Number(text)
  if (text === '' || !Number.isFinite(days) || days < 0 || days > 2_958_465) return ''
  const seconds = Math.round(days * 86_400) + (startsIn1904 ? 1462 * 86_400 : 0)
  const iso = new Date((seconds - 25_569 * 86_400) * 1000).toISOString()
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

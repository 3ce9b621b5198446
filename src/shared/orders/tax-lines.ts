/** A tax of an order as its shop names it. */
export interface TaxLine {
  name: string
  /** In percent, such as `19` or `8.875`; empty if it is not known. */
  rate: string
  /** In minor units of the order's currency. */
  amountMinor: number
  /** The revenue that it is for, without the tax; missing where only the shop named it. */
  netMinor?: number
}

/** A rate in percent, below 100, with at most four decimals. */
export const taxRatePattern = /^(0|[1-9]\d?)([.]\d{1,4})?$/

/** The value in URLs for a rate that is not known. */
export const unknownRate = 'unknown'

/** Calculations use rates in parts per million. */
const decimals = 4

/** Parts per million of a rate in percent; 0 for one that is not known. */
export function parseTaxRate(rate: string): number {
  if (!taxRatePattern.test(rate)) return 0
  const [whole = '', fraction = ''] = rate.split('.')
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/** The rate in percent of parts per million, without zeros at its end. */
export function formatTaxRate(ppm: number): string {
  const digits = String(ppm).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/[.]?0+$/, '')
}

/** The rate that the name of a tax has, such as 19 in "DE VAT 19%"; empty if there is none. */
export function findTaxRate(name: string): string {
  const [, found = ''] = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,4})?)\s*[%％]/.exec(name) ?? []
  const ppm = parseTaxRate(found.replace(',', '.').replace(/^0(?=\d)/, ''))
  return ppm === 0 ? '' : formatTaxRate(ppm)
}

import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import { decimalsOf } from '#shared/money.ts'

/** Money of several currencies in one, at the rates of each day or at those that a person states: to read, never posted and never exported. */

/** A stored rate, and who entered or imported it. */
export interface ExchangeRateRow {
  day: string
  from: string
  to: string
  rate: string
  source: string
  /** The name of the file that it was imported from; empty for one that was entered. */
  fileName: string
  /** The number of the change that set it. */
  change: number
  by: string
  at: number
}

/**
 * The figures of a currency that are converted: opening + in − out + transfers + difference = closing. The difference is what the currency has
 * gained or lost against the other; it is zero in the currency itself, and at one rate for all.
 */
export type ConvertedFigures = {
  [Key in 'opening' | 'in' | 'out' | 'net' | 'transfers' | 'difference' | 'closing']: number
}

/** A rate as a fraction. */
export interface RateFraction {
  numerator: bigint
  denominator: bigint
}

/** How a currency was converted at the rates of each day. */
export interface DailyConversion {
  /** Days without a rate, the first ones, and how many there are. */
  missing: string[]
  missingCount: number
  /** On how many days the rate of an earlier day was used, because there is none of the day itself. */
  carriedCount: number
  /** What one unit cost when the period began and when it ended, to six decimals; null without a rate. */
  openingRate: string | null
  closingRate: string | null
}

export interface CurrencyConversion {
  currency: string
  /** The price of one unit of the currency, as typed; `1` for the currency itself, empty for daily rates. */
  rate: string
  /** Whether something was typed that is not a rate: see `parseRate`. */
  isInvalid: boolean
  figures: ConvertedFigures
  /** Null without a rate, and where the result is too large. */
  converted: ConvertedFigures | null
  /** Null for a rate that was typed, and for the currency itself. */
  daily: DailyConversion | null
}

export interface ConvertedView {
  /** The currency into which all are converted. */
  currency: string
  currencies: CurrencyConversion[]
  /** Null until every currency that moved has a rate. */
  total: ConvertedFigures | null
  /** The stored rates of the days, newest first, and whether there are more. */
  rates: ExchangeRateRow[]
  hasMoreRates: boolean
}

/** A rate as a fraction: `7.2345` is 72345 / 10000. Undefined for anything but a decimal above zero with at most nine digits on either side. */
export function parseRate(text: string): RateFraction | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? []
  const numerator = BigInt(whole + fraction)
  return whole === '' || numerator === 0n ? undefined : { numerator, denominator: 10n ** BigInt(fraction.length) }
}

/**
 * Rates of a URL, each with its currency: `EUR:7.8`. A form sends the two one after the other, `EUR:` and what was typed, which may be
 * empty or left out: then the currency has no rate.
 */
export function joinRates(values: string[]): string[] {
  const rates: string[] = []
  let prefix = ''
  for (const value of values.map((each) => each.trim())) {
    const isPrefix = /^[A-Z]{3}:$/.test(value)
    if (/^[A-Z]{3}:./.test(value)) rates.push(value)
    else if (!isPrefix && prefix !== '' && value !== '') rates.push(prefix + value)
    prefix = isPrefix ? value : ''
  }
  return rates
}

/** The rate of each currency as text. */
export const toRatesByCurrency = (rates: readonly string[]): Map<string, string> =>
  new Map(rates.map((rate) => [rate.slice(0, 3), rate.slice(4)]))

/** An amount in another currency, halves away from zero; undefined outside of the exact range. */
export function convert(
  minor: number,
  { from, to, rate }: { from: string; to: string; rate: RateFraction },
): number | undefined {
  const shift = decimalsOf(to) - decimalsOf(from)
  const numerator = BigInt(Math.abs(minor)) * rate.numerator * 10n ** BigInt(Math.max(shift, 0))
  const denominator = rate.denominator * 10n ** BigInt(Math.max(-shift, 0))
  const result = Number((numerator * 2n + denominator) / (denominator * 2n))
  if (!Number.isSafeInteger(result)) return undefined
  return minor < 0 && result !== 0 ? -result : result
}

/** Converts what moved and the balance before; the rest follows, so that the figures still add up. */
function convertFigures(figures: ConvertedFigures, conversion: Parameters<typeof convert>[1]): ConvertedFigures | null {
  const of = (key: keyof ConvertedFigures) => convert(figures[key], conversion)
  const [opening, received, out, transfers] = [of('opening'), of('in'), of('out'), of('transfers')]
  if (opening === undefined || received === undefined || out === undefined || transfers === undefined) return null
  const net = received - out
  const converted = { opening, in: received, out, net, transfers, difference: 0, closing: opening + net + transfers }
  return Object.values(converted).every(Number.isSafeInteger) ? converted : null
}

/** All currencies in one of them. `rates` has the rate of each other one as text; those without one are converted by day. */
export function convertAll(
  of: readonly { currency: string; figures: FlowFigures }[],
  currency: string,
  rates: ReadonlyMap<string, string>,
  daily: ReadonlyMap<string, { converted: ConvertedFigures | null; daily: DailyConversion }> = new Map(),
): Pick<ConvertedView, 'currency' | 'currencies' | 'total'> {
  const currencies = of.map((each): CurrencyConversion => {
    const rate = each.currency === currency ? '1' : (rates.get(each.currency) ?? '').trim()
    const parsed = parseRate(rate)
    const { opening, closing, transfers, net } = each.figures
    const figures = {
      opening: opening ?? 0,
      in: each.figures.in,
      out: each.figures.out,
      net,
      transfers,
      difference: 0,
      closing: closing ?? 0,
    }
    const ofDays = rate === '' ? daily.get(each.currency) : undefined
    return {
      currency: each.currency,
      rate,
      isInvalid: rate !== '' && !parsed,
      figures,
      converted: parsed
        ? convertFigures(figures, { from: each.currency, to: currency, rate: parsed })
        : (ofDays?.converted ?? null),
      daily: ofDays?.daily ?? null,
    }
  })
  return { currency, currencies, total: sumConverted(currencies) }
}

function sumConverted(currencies: readonly CurrencyConversion[]): ConvertedFigures | null {
  const total: ConvertedFigures = { opening: 0, in: 0, out: 0, net: 0, transfers: 0, difference: 0, closing: 0 }
  for (const { figures, converted } of currencies) {
    if (!converted && Object.values(figures).some((amount) => amount !== 0)) return null
    for (const key of Object.keys(total) as (keyof ConvertedFigures)[]) total[key] += converted?.[key] ?? 0
  }
  return Object.values(total).every(Number.isSafeInteger) ? total : null
}

import { isCurrency } from '#shared/currencies.ts'
import { parseRate } from '#shared/finance/conversion.ts'
import { day, dryRunQuery, optionalInput, optionalLine, singleLine, wholeNumber } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Larger files of rates are refused: all days since 1999 of 40 currencies are 2 MB. */
export const rateFileBytes = 5_000_000

const currency = z.string().check(z.refine(isCurrency, 'currency'))

const pairOnDay = {
  day,
  from: currency,
  to: currency,
}

/** What one unit of `from` costs in `to` on a day; it replaces the rate that the day had. */
export const setExchangeRateInput = z
  .object({
    ...pairOnDay,
    rate: z.string().check(
      z.trim(),
      z.refine((text) => parseRate(text) !== undefined, 'exchange-rate'),
    ),
    source: singleLine(80),
  })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], message: 'same-currency' }))

export const removeExchangeRateInput = z.object(pairOnDay)

/** A dry run reads the file and changes nothing. */
export const importExchangeRatesQuery = dryRunQuery

/** A table with a row for each day and a column for each currency, which has what one unit of the base currency costs; euro by default. */
export const importExchangeRatesInput = z.object({
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  base: optionalInput(currency),
  source: optionalLine(80),
})

export const exchangeRateChangeParams = z.object({ change: wholeNumber(1) })

export const exchangeRatesQuery = z.object({
  from: optionalInput(day),
  to: optionalInput(day),
  currency: optionalInput(currency),
})

export const exchangeRateList = z.object({
  /** The newest days first, at most 1,000. */
  rates: z.array(
    z.object({
      ...pairOnDay,
      /** An exact decimal. */
      rate: z.string(),
      source: z.string(),
      fileName: z.string(),
      change: z.int(),
      by: z.string(),
      at: z.int(),
    }),
  ),
  hasMore: z.boolean(),
})

/** `change` is null for a dry run, and where nothing is new. */
export const exchangeRateChange = z.object({
  change: z.nullable(z.int()),
  /** Rates in the file of currencies that the books have, how many of them are new, and how many replace others. */
  read: z.int(),
  added: z.int(),
  replaced: z.int(),
  currencies: z.array(z.string()),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
})
export type ExchangeRateChange = z.infer<typeof exchangeRateChange>

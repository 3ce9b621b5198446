import type { Action } from '#server/context.ts'
import { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  return { currencies: await summarizeCurrencies(context.kontor.database.read, from, to) }
}

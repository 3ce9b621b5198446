import type { Action } from '#server/context.ts'
import { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'
import { watchVerification } from '#server/finance/verification-run.ts'

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  return { currencies: await summarizeCurrencies(context.kontor.database.read, from, to) }
}

/** `GET /api/finance/verification`: waits for the result; a request during a verification waits for the same one. */
export const verifyBooks: Action<'verifyBooks'> = async ({ kontor }) => {
  for (;;) {
    const state = await watchVerification(kontor, longWaitMs)
    if ('verification' in state) return state.verification
  }
}

const longWaitMs = 60_000

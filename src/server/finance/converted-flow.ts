import type { Db } from '#server/db/database.ts'
import { findChosenAccounts } from '#server/finance/chosen-accounts.ts'
import { readFigures } from '#server/finance/flow-figures.ts'
import { convertAll, type ConvertedView } from '#shared/finance/conversion.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

/** The figures of every currency of own money, and all of them in the one that the query asks for, at its rates. */
export async function readConvertedFlow(
  db: Db,
  currencies: readonly string[],
  { convert: currency, rateOf, exchangeRate, ...query }: FinanceQuery & { convert: string },
): Promise<ConvertedView> {
  const all = []
  for (const each of [...new Set([currency, ...currencies])]) {
    const chosen = await findChosenAccounts(db, { ...query, currency: each })
    const { now } = await readFigures(db, each, { ...query, chosen }, { isCompared: false })
    all.push({ currency: each, figures: now })
  }
  return convertAll(all, currency, new Map(rateOf.map((each, index) => [each, exchangeRate[index] ?? ''])))
}

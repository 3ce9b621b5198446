import { holds, type Loader } from '#server/context.ts'
import { readEntries } from '#server/finance/entries.ts'
import * as store from '#server/finance/store.ts'
import { Refusal } from '#shared/problem.ts'

/** `/finance`: a page of entries, the summary of its days, and the entry in the drawer. */
export const loadFinance: Loader<'finance'> = async (context, { entry: number, currency: _currency, ...query }) => {
  if (!holds(context, 'finance.view')) return { missingRight: 'finance.view' }
  const { read } = context.kontor.database
  const [entries, summary, entry] = await Promise.all([
    readEntries(read, query).catch(asNotFound),
    store.summaryOf(read, query.from, query.to),
    number === undefined ? null : store.entryOf(read, number),
  ])
  return {
    ...entries,
    missingRight: null,
    summary,
    entry: number === undefined ? null : (entry ?? { missing: number }),
  }
}

/** A page whose own query cannot be right is a page that is not there. */
function asNotFound(error: unknown): never {
  throw error instanceof Refusal && error.problem === 'invalid-input' ? new Refusal('not-found') : error
}

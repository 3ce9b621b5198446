import { hasPermission } from '#server/auth/access.ts'
import type { Loader } from '#server/context.ts'
import { readEntries } from '#server/finance/entries.ts'
import * as store from '#server/finance/store.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntryRow, EntryView } from '#shared/finance/views.ts'
import { findQueryErrors } from '#shared/list/list.ts'
import { ProblemError } from '#shared/problem.ts'

/** `/finance`: a page of entries and the summary of their days, in one currency, and the entry open in the panel. */
export const loadFinance: Loader<'finance'> = async (
  context,
  { entry: number, currency: requestedCurrency, ...query },
) => {
  if (!hasPermission(context, 'finance.view')) return { missingPermission: 'finance.view' }
  const { book, database } = context.kontor
  const summary = await store.summarizeCurrencies(database.read, query.from, query.to)
  const currencies = summary.map(({ currency }) => currency)
  const currency =
    [requestedCurrency, book.currency].find((one) => one && currencies.includes(one)) ?? currencies[0] ?? null
  // With only one currency, filtering by it would be redundant.
  const filter = { ...query, currency: currencies.length > 1 && currency ? currency : undefined }
  const queryErrors = findQueryErrors(entriesList, query)
  const [entries, entry] = await Promise.all([
    queryErrors.length > 0 ? emptyList : readEntries(database.read, filter).catch(asNotFound),
    number === undefined ? null : store.findEntry(database.read, number),
  ])
  return {
    ...entries,
    missingPermission: null,
    currency,
    queryErrors,
    rows: entries.rows.map(toEntryRow),
    summary,
    entry: number === undefined ? null : (entry ?? { missing: number }),
  }
}

const emptyList: Awaited<ReturnType<typeof readEntries>> = {
  rows: [],
  next: null,
  previous: null,
  count: { exact: 0 },
  totals: [],
}

function toEntryRow({ number, kind, occurredAt, memo, flows, links, postings }: EntryView): EntryRow {
  const linkedNumber = (type: (typeof links)[number]['type']) =>
    links.find((link) => link.type === type)?.number ?? null
  return {
    number,
    kind,
    occurredAt,
    memo,
    flows,
    order: linkedNumber('order'),
    document: linkedNumber('refund') ?? linkedNumber('payment'),
    postings: postings.map(({ role, provider, currency, amountMinor }) => ({ role, provider, currency, amountMinor })),
  }
}

/** An invalid query means that the page does not exist. */
function asNotFound(error: unknown): never {
  throw error instanceof ProblemError && error.problem === 'invalid-input' ? new ProblemError('not-found') : error
}

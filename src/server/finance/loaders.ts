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
  const moved = await store.summarizeCurrencies(database.read, query.from, query.to)
  const currencies = moved.map((summary) => summary.currency)
  const currency = requestedCurrency ?? (currencies.includes(book.currency) ? book.currency : currencies[0]) ?? null
  // A currency that was asked for is shown even if no money was moved in it, as in the API.
  const isUnused = currency !== null && currencies.length > 0 && !currencies.includes(currency)
  const summary = isUnused ? [...moved, { currency, opening: 0, in: 0, out: 0, net: 0, closing: 0 }] : moved
  const filter = { ...query, currency: currency ?? undefined }
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

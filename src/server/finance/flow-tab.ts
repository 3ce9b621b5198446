import { readEntries } from '#server/finance/entries.ts'
import * as store from '#server/finance/store.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { EntryRow, EntryView } from '#shared/finance/views.ts'
import { findQueryErrors } from '#shared/list/list.ts'

/** A page of entries and the summary of their days, in one currency. */
export const loadFlowTab: TabLoader<'flow'> = async ({ kontor }, { currency: requestedCurrency, ...query }) => {
  const { book, database } = kontor
  const moved = await store.summarizeCurrencies(database.read, query.from, query.to)
  const currencies = moved.map((summary) => summary.currency)
  const currency = requestedCurrency ?? (currencies.includes(book.currency) ? book.currency : currencies[0]) ?? null
  // A currency that was asked for is shown even if no money was moved in it, as in the API.
  const isUnused = currency !== null && currencies.length > 0 && !currencies.includes(currency)
  const summary = isUnused ? [...moved, { currency, opening: 0, in: 0, out: 0, net: 0, closing: 0 }] : moved
  const queryErrors = findQueryErrors(entriesList, query)
  const entries =
    queryErrors.length > 0 ? emptyList : await readEntries(database.read, { ...query, currency: currency ?? undefined })
  return { ...entries, tab: 'flow', currency, queryErrors, rows: entries.rows.map(toEntryRow), summary }
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
    postings: postings.map(({ role, provider, name, nameZh, currency, amountMinor }) => ({
      role,
      provider,
      name,
      nameZh,
      currency,
      amountMinor,
    })),
  }
}

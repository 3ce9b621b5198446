import type { Db } from '#server/db/database.ts'
import { readEntries } from '#server/finance/entries.ts'
import { readFlowGroups } from '#server/finance/flow-groups.ts'
import * as store from '#server/finance/store.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import { previousPeriod } from '#shared/finance/flow-groups.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { CurrencySummary, EntryRow, EntryView, FlowTabView } from '#shared/finance/views.ts'
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
  const [entries, comparison, grouped] = await Promise.all([
    queryErrors.length > 0 || query.group !== undefined
      ? emptyList
      : readEntries(database.read, { ...query, currency: currency ?? undefined }),
    compareWithPeriodBefore(database.read, query, currency),
    group(
      database.read,
      query,
      summary.find((each) => each.currency === currency),
    ),
  ])
  return {
    ...entries,
    tab: 'flow',
    currency,
    queryErrors,
    rows: entries.rows.map(toEntryRow),
    summary,
    comparison,
    grouped,
  }
}

/** Periods without beginning or end have none before them, nor do those before there were computers. */
async function compareWithPeriodBefore(
  db: Db,
  { from, to }: Pick<FinanceQuery, 'from' | 'to'>,
  currency: string | null,
): Promise<FlowTabView['comparison']> {
  if (from === undefined || to === undefined || from > to || from < '1950') return null
  const days = previousPeriod({ from, to })
  const summaries = await store.summarizeCurrencies(db, days.from, days.to)
  const summary = summaries.find((each) => each.currency === currency)
  return summary ? { days, summary } : null
}

async function group(
  db: Db,
  query: FinanceQuery,
  summary: CurrencySummary | undefined,
): Promise<FlowTabView['grouped']> {
  if (query.group === undefined || !summary) return null
  return { grouping: query.group, ...(await readFlowGroups(db, query.group, query, summary)) }
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

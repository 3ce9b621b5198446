import type { Db } from '#server/db/database.ts'
import { type ChosenAccount, findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import { readEntryPage } from '#server/finance/entries.ts'
import type { RequestContext } from '#server/context.ts'
import { searchEntries } from '#server/finance/search-entries.ts'
import { findCustomerNames } from '#server/orders/actions.ts'
import { readFlowChart } from '#server/finance/flow-charts.ts'
import { readFigures } from '#server/finance/flow-figures.ts'
import { listMoneyCurrencies } from '#server/finance/flow-figures-store.ts'
import { readFlowGroups } from '#server/finance/flow-groups.ts'
import { listMoneyAccounts } from '#server/finance/flow-groups-store.ts'
import { loadColumns } from '#server/list/actions.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { entriesList } from '#shared/finance/entries-list.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { EntriesQuery, FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryRow, EntryView, FlowTabView } from '#shared/finance/views.ts'
import { showColumns } from '#shared/list/columns.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'
import { dayOf } from '#shared/time.ts'

/** A page of entries, or what they add up to by something, and the figures of their days, in one currency. */
export const loadFlowTab: TabLoader<'flow'> = async (context, { currency: requestedCurrency, ...query }) => {
  const { kontor } = context
  const { book, database } = kontor
  const db = database.read
  const used = await listMoneyCurrencies(db)
  const currency = requestedCurrency ?? (used.includes(book.currency) ? book.currency : used[0]) ?? null
  const queryErrors = findQueryErrors(entriesList, query)
  const [accounts, chosen, columns] = await Promise.all([
    currency === null ? [] : listMoneyAccounts(db, currency),
    findChosenAccounts(db, { ...query, currency: currency ?? undefined }),
    loadColumns(context, 'entries'),
  ])
  const [entries, figures] = await Promise.all([
    queryErrors.length > 0 || (query.group !== undefined && query.q === undefined)
      ? emptyList
      : // A search looks in all currencies unless one is asked for.
        readRows(
          context,
          { ...query, currency: query.q === undefined ? (currency ?? undefined) : requestedCurrency },
          chosen,
        ),
    currency === null || used.length === 0 ? null : readFigures(db, currency, { ...query, chosen }),
  ])
  return {
    ...entries,
    tab: 'flow',
    // Amounts of the rows do not name their currency where the tab does.
    currency: requestedCurrency ?? (entries.totals?.length === 1 ? (entries.totals[0]?.currency ?? null) : currency),
    queryErrors,
    columns,
    rows: await toEntryRows(context, entries.rows, showColumns(entriesList, columns)),
    totals:
      entries.totals ??
      (figures && currency !== null && entries.rows.length > 0 ? [toTotal(currency, figures.now, query)] : []),
    // A currency that was asked for is shown even if no money was moved in it, as in the API.
    currencies: currency === null || used.length === 0 ? [] : [...new Set([...used, currency])],
    accounts: accounts.map(({ code, role, provider, name, name_zh }) => ({
      code,
      role,
      provider,
      name,
      nameZh: name_zh,
    })),
    figures,
    ...(currency !== null && figures
      ? await readGroupsAndChart(db, { ...query, currency, chosen }, figures.now, dayOf(kontor.now(), book.timeZone))
      : { grouped: null, chart: null }),
  }
}

/** A page of what a search finds, with what it adds up to, or of the list, whose totals are those of the figures. */
const readRows = async (
  context: RequestContext,
  { q, ...query }: EntriesQuery,
  chosen: readonly ChosenAccount[] | undefined,
): Promise<Awaited<ReturnType<typeof readEntryPage>> & { totals?: EntryList['totals'] }> =>
  q === undefined
    ? readEntryPage(context.kontor.database.read, query, idsOf(chosen))
    : searchEntries(context, { ...query, q })

/** What the list adds up to. With a filter by direction the other one is zero, as in the API. */
const toTotal = (currency: string, figures: FlowFigures, { flow }: Pick<FinanceQuery, 'flow'>) => ({
  currency,
  in: flow === 'out' ? 0 : figures.in,
  out: flow === 'in' ? 0 : figures.out,
  count: (flow === 'out' ? 0 : figures.inCount) + (flow === 'in' ? 0 : figures.outCount),
})

/** The groups in place of the entries, and what is drawn above them. */
async function readGroupsAndChart(
  db: Db,
  query: FinanceQuery & { currency: string; chosen: readonly ChosenAccount[] | undefined },
  figures: FlowFigures,
  today: string,
): Promise<Pick<FlowTabView, 'grouped' | 'chart'>> {
  const [grouped, chart] = await Promise.all([
    query.group === undefined || query.q !== undefined ? null : readFlowGroups(db, query.group, query, figures),
    readFlowChart(db, query.chart ?? 'trend', query, figures, today),
  ])
  return { grouped: grouped && query.group !== undefined ? { grouping: query.group, ...grouped } : null, chart }
}

const emptyList: Awaited<ReturnType<typeof readRows>> = {
  rows: [],
  next: null,
  previous: null,
  count: { exact: 0 },
}

/** The rows with the customers of their orders. */
async function toEntryRows(
  context: RequestContext,
  entries: readonly EntryView[],
  columns: ReturnType<typeof showColumns<typeof entriesList>>,
): Promise<EntryRow[]> {
  const shown = new Set(columns.map(({ id }) => id))
  const rows = entries.map((entry) => ({
    ...toEntryRow(entry),
    ...(shown.has('day') && { day: entry.accountingDay }),
    ...(shown.has('posted') && { postedAt: entry.postedAt }),
    ...(shown.has('actor') && { actor: entry.actor }),
  }))
  const names = await findCustomerNames(context, [...new Set(rows.flatMap(({ order }) => order ?? []))])
  return rows.map((row) => ({ ...row, counterparty: (row.order !== null && names.get(row.order)) || null }))
}

function toEntryRow({
  number,
  kind,
  occurredAt,
  memo,
  flows,
  links,
  postings,
}: EntryView): Omit<EntryRow, 'counterparty'> {
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

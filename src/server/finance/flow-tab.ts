import type { Db } from '#server/db/database.ts'
import { toAccountName } from '#server/finance/account-store.ts'
import { type ChosenAccount, findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import { findDays, type WithBounds, type WithDays } from '#server/finance/entry-days.ts'
import { readEntryPage } from '#server/finance/entries.ts'
import { findFound, pickCurrency } from '#server/finance/flow-search.ts'
import { toEntryRows } from '#server/finance/entry-rows.ts'
import { type FoundEntries, toSearchPage } from '#server/finance/search-entries.ts'
import { readConvertedFlow } from '#server/finance/converted-flow.ts'
import { readFlowChart } from '#server/finance/flow-charts.ts'
import { type FoundMove, listMoves } from '#server/finance/found-flows.ts'
import { readFigures, sumFound } from '#server/finance/flow-figures.ts'
import { listMoneyCurrencies, pickBookCurrency } from '#server/finance/flow-figures-store.ts'
import { readFlowGroups } from '#server/finance/flow-groups.ts'
import { listMoneyAccounts } from '#server/finance/flow-groups-store.ts'
import { describeErrors, emptyPage } from '#server/list/query-errors.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import { loadListViews } from '#server/list/list-layout.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { entriesList, includesFlow } from '#shared/finance/entries-list.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { EntriesQuery, FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryList } from '#shared/finance/views.ts'
import type { FlowTabView } from '#shared/finance/page-views.ts'
import { showColumns } from '#shared/list/columns.ts'
import { dayOf } from '#shared/time.ts'

/** A page of entries, or their sums by day, kind, channel and so on, and the figures of their days or of the search results, in one currency. */
export const loadFlowTab: TabLoader<'flow'> = async (context, asked) => {
  const { currency: requestedCurrency, ...query } = findDays(context, asked)
  const { kontor } = context
  const { book, database } = kontor
  const db = database.read
  const used = await listMoneyCurrencies(db)
  const bookCurrency = pickBookCurrency(used, book.currency)
  const { found, errors } = await findFound(context, resolveToday(context, entriesList, asked))
  const currency = requestedCurrency ?? (found ? pickCurrency(found, bookCurrency) : bookCurrency)
  const [accounts, chosen, choice] = await Promise.all([
    currency === null ? [] : listMoneyAccounts(db, currency),
    findChosenAccounts(db, { ...query, currency: currency ?? undefined }),
    loadListViews(context, 'entries', asked),
  ])
  const moves = found && currency !== null ? listMoves(found.entries, currency, chosen) : undefined
  const today = dayOf(kontor.now(), book.timeZone)
  const listRows = async () => {
    const page =
      errors.length > 0 || query.group !== undefined
        ? { ...emptyPage, totals: undefined }
        : // A search looks in all currencies unless one is asked for.
          await readRows(
            db,
            { ...query, currency: found ? requestedCurrency : (currency ?? undefined) },
            { found, chosen },
          )
    return { ...page, rows: await toEntryRows(context, page.rows, showColumns(entriesList, choice.columns)) }
  }
  const sumUp = async (): Promise<SummedUp> => {
    if (currency === null || used.length === 0) return { figures: null, grouped: null, chart: null }
    const figures = moves
      ? sumFound(moves, query)
      : await readFigures(db, currency, { ...query, chosen }, { today, accounts, timeZone: book.timeZone })
    return {
      figures,
      ...(await readGroupsAndChart(db, { ...query, currency, chosen, found: moves }, figures.now, today)),
    }
  }
  // In parallel, because each statement is a round trip to PostgreSQL.
  const [entries, summedUp] = await Promise.all([listRows(), sumUp()])
  const { figures } = summedUp
  return {
    ...entries,
    tab: 'flow',
    currency,
    ...describeErrors(entriesList, errors, asked, context.locale),
    isCut: found?.isCut ?? false,
    ...choice,
    totals:
      entries.totals ??
      (figures && currency !== null && entries.rows.length > 0 ? [toTotal(currency, figures.now, query)] : []),
    // A currency that was asked for is shown even if no money was moved in it, as in the API.
    currencies: currency === null || used.length === 0 ? [] : [...new Set([...used, currency])],
    accounts: accounts.map(toAccountName),
    // What a search finds is listed in its own currencies.
    converted:
      query.convert === undefined || found || errors.length > 0
        ? null
        : await readConvertedFlow(db, used, { ...query, convert: query.convert }, today),
    ...summedUp,
  }
}

type SummedUp = Pick<FlowTabView, 'figures' | 'grouped' | 'chart'>

interface RowSource {
  found: FoundEntries | undefined
  chosen: readonly ChosenAccount[] | undefined
}

const readRows = (db: Db, query: WithDays<EntriesQuery>, { found, chosen }: RowSource): Promise<Rows> =>
  found ? toSearchPage(found, query) : readEntryPage(db, query, idsOf(chosen))

/** A page of the list, whose totals are those of the figures, or of what a search finds. */
type Rows = Awaited<ReturnType<typeof readEntryPage>> & Partial<Pick<EntryList, 'totals'>>

/** What the list adds up to. With a filter by direction the other one is zero, as in the API. */
const toTotal = (currency: string, figures: FlowFigures, { flow }: Pick<FinanceQuery, 'flow'>) => ({
  currency,
  in: includesFlow(flow, 'in') ? figures.in : 0,
  out: includesFlow(flow, 'out') ? figures.out : 0,
  count: (includesFlow(flow, 'in') ? figures.inCount : 0) + (includesFlow(flow, 'out') ? figures.outCount : 0),
})

/** The groups in place of the entries, and what is drawn above them. */
async function readGroupsAndChart(
  db: Db,
  query: WithBounds<FinanceQuery> & {
    currency: string
    chosen: readonly ChosenAccount[] | undefined
    found: readonly FoundMove[] | undefined
  },
  figures: FlowFigures,
  today: string,
): Promise<Pick<FlowTabView, 'grouped' | 'chart'>> {
  const [grouped, chart] = await Promise.all([
    query.group === undefined ? null : readFlowGroups(db, query.group, query, figures),
    query.found && query.chart === 'aging' ? null : readFlowChart(db, query.chart ?? 'trend', query, figures, today),
  ])
  return { grouped: grouped && query.group !== undefined ? { grouping: query.group, ...grouped } : null, chart }
}

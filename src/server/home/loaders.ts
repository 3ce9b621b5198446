import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext, Loader } from '#server/context.ts'
import { listRecentEvents } from '#server/events/events.ts'
import { type PeriodName, resolvePeriod, type TimeRange } from '#server/home/periods.ts'
import * as store from '#server/home/store.ts'
import type { HomeView, PeriodFigures } from '#shared/home/views.ts'
import type { QueryOf } from '#shared/routes/pages.ts'

const maxDays = 62
const maxEvents = 10

/** `/`: the figures of a period in one currency, what waits for the reader, and what happened last. */
export const loadHome: Loader<'index'> = async (context, query) => {
  const { read } = context.kontor.database
  const [hasOrders, figures, waiting, events] = await Promise.all([
    store.hasOrders(read),
    hasPermission(context, 'finance.view') ? loadFigures(context, query) : null,
    loadWaiting(context),
    hasPermission(context, 'events.view') ? listRecentEvents(read, maxEvents) : null,
  ])
  return { empty: !hasOrders, figures, waiting, events }
}

async function loadFigures(context: RequestContext, query: QueryOf<'index'>): Promise<HomeView['figures']> {
  const { book, database } = context.kontor
  const usedCurrencies = await store.listCurrencies(database.read)
  const currencies = usedCurrencies.length > 0 ? usedCurrencies : [book.currency]
  const currency = chooseCurrency(query.currency, currencies, book.currency)
  const period = query.period ?? 'month'
  const today = loadPeriodFigures(context, 'today', currency)
  const { during } = resolvePeriod(period, context.kontor.now(), book.timeZone)
  return {
    currency,
    currencies,
    period,
    today: await today,
    chosen: await (period === 'today' ? today : loadPeriodFigures(context, period, currency)),
    days: await store.listDailyFlows(database.read, currency, during.fromDay, maxDays),
  }
}

/** The one asked for if money was ever moved in it, else the book's own, else the first there is. */
const chooseCurrency = (requested: string | undefined, known: readonly string[], base: string): string =>
  [requested, base, known[0]].find((one) => one !== undefined && known.includes(one)) ?? base

async function loadPeriodFigures(context: RequestContext, name: PeriodName, currency: string): Promise<PeriodFigures> {
  const { book, now } = context.kontor
  const { during, before } = resolvePeriod(name, now(), book.timeZone)
  const [current, previous] = await Promise.all([
    measure(context, currency, during),
    before && measure(context, currency, before),
  ])
  const compare = (figure: keyof typeof current) => ({ now: current[figure], before: previous && previous[figure] })
  return {
    from: during.from,
    until: during.until,
    beforeFrom: before && before.from,
    beforeUntil: before && before.until,
    inMinor: compare('in'),
    outMinor: compare('out'),
    netMinor: compare('net'),
    orders: compare('orders'),
  }
}

async function measure({ kontor }: RequestContext, currency: string, range: TimeRange) {
  const [flow, orders] = await Promise.all([
    store.loadFlow(kontor.database.read, currency, range, kontor.book.timeZone),
    store.countOrders(kontor.database.read, currency, range),
  ])
  return { ...flow, net: flow.in - flow.out, orders }
}

async function loadWaiting(context: RequestContext): Promise<HomeView['waiting']> {
  const { read } = context.kontor.database
  const [toShip, unpaid, pendingUsers] = await Promise.all([
    store.loadTabSummary(read, 'toShip'),
    store.loadTabSummary(read, 'unpaid'),
    hasPermission(context, 'users.approve') ? store.countPendingUsers(read) : null,
  ])
  return { toShip: toShip.count, oldestToShipAt: toShip.oldestAt, unpaid: unpaid.count, pendingUsers }
}

import { type RequestContext, hasPermission, type Loader } from '#server/context.ts'
import { listRecentEvents } from '#server/events/events.ts'
import { type PeriodName, periodUntil, type Stretch } from '#server/home/periods.ts'
import * as store from '#server/home/store.ts'
import type { HomeView, PeriodFigures } from '#shared/home/views.ts'
import type { QueryOf } from '#shared/routes/pages.ts'

const daysShown = 62
const eventsShown = 10

/** `/`: the figures of a period in one currency, what waits for the reader, and what happened last. */
export const loadHome: Loader<'index'> = async (context, query) => {
  const { read } = context.kontor.database
  const [anyOrder, figures, waiting, events] = await Promise.all([
    store.anyOrder(read),
    hasPermission(context, 'finance.view') ? loadFigures(context, query) : null,
    loadWaiting(context),
    hasPermission(context, 'events.view') ? listRecentEvents(read, eventsShown) : null,
  ])
  return { empty: !anyOrder, figures, waiting, events }
}

async function loadFigures(context: RequestContext, query: QueryOf<'index'>): Promise<HomeView['figures']> {
  const { book, database } = context.kontor
  const moved = await store.currencies(database.read)
  const currencies = moved.length > 0 ? moved : [book.currency]
  const currency = chosenCurrency(query.currency, currencies, book.currency)
  const period = query.period ?? 'month'
  const today = figuresOf(context, 'today', currency)
  const { during } = periodUntil(period, context.kontor.now(), book.timeZone)
  return {
    currency,
    currencies,
    period,
    today: await today,
    chosen: await (period === 'today' ? today : figuresOf(context, period, currency)),
    days: await store.flowsByDay(database.read, currency, during.fromDay, daysShown),
  }
}

/** The one asked for if money was ever moved in it, else the book's own, else the first there is. */
const chosenCurrency = (asked: string | undefined, known: readonly string[], base: string): string =>
  [asked, base, known[0]].find((one) => one !== undefined && known.includes(one)) ?? base

async function figuresOf(context: RequestContext, name: PeriodName, currency: string): Promise<PeriodFigures> {
  const { book, now } = context.kontor
  const { during, before } = periodUntil(name, now(), book.timeZone)
  const [current, former] = await Promise.all([
    measure(context, currency, during),
    before && measure(context, currency, before),
  ])
  const compare = (figure: keyof typeof current) => ({ now: current[figure], before: former && former[figure] })
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

async function measure({ kontor }: RequestContext, currency: string, stretch: Stretch) {
  const [flow, orders] = await Promise.all([
    store.flowIn(kontor.database.read, currency, stretch, kontor.book.timeZone),
    store.ordersIn(kontor.database.read, currency, stretch),
  ])
  return { ...flow, net: flow.in - flow.out, orders }
}

async function loadWaiting(context: RequestContext): Promise<HomeView['waiting']> {
  const { read } = context.kontor.database
  const [toShip, unpaid, pendingUsers] = await Promise.all([
    store.waitingIn(read, 'toShip'),
    store.waitingIn(read, 'unpaid'),
    hasPermission(context, 'users.approve') ? store.countPendingUsers(read) : null,
  ])
  return { toShip: toShip.count, oldestToShipAt: toShip.oldestAt, unpaid: unpaid.count, pendingUsers }
}

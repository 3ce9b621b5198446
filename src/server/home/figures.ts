import { countNewCustomers } from '#server/customers/first-orders.ts'
import type { Kontor, RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { sumRefunds } from '#server/finance/flow-figures.ts'
import {
  type Days,
  type PeriodRanges,
  resolveDays,
  resolveMonth,
  resolvePeriod,
  type TimeRange,
} from '#server/home/periods.ts'
import * as store from '#server/home/store.ts'
import { toCurrencies } from '#server/orders/list/list-ranges.ts'
import { findLatestOrderDay, type OrderSum, sumOrdersBetween, sumOrdersBySource } from '#server/orders/order-sums.ts'
import type { Flow } from '#shared/finance/views.ts'
import type { FlowSeries, HomeFigures, PeriodFigures } from '#shared/home/views.ts'
import { add } from '#shared/money.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import { listUnits, pickTimeUnit } from '#shared/time-unit.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

/** The figures of today and of the chosen period or month in one currency, and its flow for the chart. `counts` are those of all orders. */
export async function loadFigures(
  context: RequestContext,
  query: QueryOf<'index'>,
  counts: readonly OrderCountsTable[],
): Promise<HomeFigures> {
  const { kontor } = context
  const { book, database } = kontor
  const now = kontor.now()
  const day = dayOf(now, book.timeZone)
  const moved = await store.listMovedCurrencies(database.read)
  const usedCurrencies = [...new Set([...toCurrencies(counts), ...moved])].toSorted()
  const currencies = usedCurrencies.length > 0 ? usedCurrencies : [book.currency]
  const currency = chooseCurrency(query.currency, currencies, book.currency)
  const range = readRange(query)
  const period = query.month === undefined ? (query.period ?? 'month') : 'month'
  const chosenRange = range
    ? resolveDays(range, now, book.timeZone)
    : query.month === undefined
      ? resolvePeriod(period, now, book.timeZone)
      : resolveMonth(query.month, now, book.timeZone)
  const [series, flowToday, ordersToday, channels, newCustomers] = await Promise.all([
    loadSeries(kontor, currency, chosenRange),
    store.sumFlow(database.read, currency, { from: day, to: day }),
    sumOrdersBySource(database.read, currency, { from: day, to: day }),
    sumOrdersBySource(database.read, currency, chosenRange.during.days ?? allDays),
    countNewCustomers(database.read, { currency, ...toTimes(chosenRange.during.days, book.timeZone) }),
  ])
  const [today, chosen] = await Promise.all([
    loadPeriodFigures(kontor, currency, resolvePeriod('today', now, book.timeZone), {
      flow: flowToday,
      orders: sumOrders(ordersToday),
    }),
    loadPeriodFigures(kontor, currency, chosenRange, { flow: sumSeries(series), orders: sumOrders(channels) }),
  ])
  const month = range === null && query.month !== undefined && !day.startsWith(query.month) ? query.month : null
  const latestDay = isEmpty(chosen) ? await findLatestDay(database.read, currency) : undefined
  return {
    currency,
    currencies,
    period,
    month,
    range: range && (chosen.days ?? range),
    today,
    chosen,
    newCustomers,
    channels,
    series,
    latestMonth: latestDay?.slice(0, 7) ?? null,
  }
}

/** The times of whole days, all of the last one too. */
const toTimes = (days: Days | null, zone: string): { from: number; until: number } =>
  days === null
    ? { from: 0, until: Number.MAX_SAFE_INTEGER }
    : { from: startOfDay(days.from, zone), until: startOfDay(addDays(days.to, 1), zone) }

const allDays: Days = { from: '', to: '9999-12-31' }

/** The requested days; a single one is a range of one day. */
function readRange({ from, to }: QueryOf<'index'>): Days | null {
  const [first, last] = [from ?? to, to ?? from]
  return first === undefined || last === undefined ? null : { from: first, to: last }
}

/** The requested currency if it is in use, else the book's own, else the first in use. */
const chooseCurrency = (requested: string | undefined, used: readonly string[], base: string): string =>
  [requested, base, used[0]].find((currency) => currency !== undefined && used.includes(currency)) ?? base

const isEmpty = ({ inMinor, outMinor, orders }: PeriodFigures): boolean =>
  inMinor.now === 0 && outMinor.now === 0 && orders.now === 0

const sumSeries = (series: FlowSeries | null): Flow => ({
  in: add(...(series?.flows ?? []).map((flow) => flow.in)),
  out: add(...(series?.flows ?? []).map((flow) => flow.out)),
})

/** The figures of a period in which `flow` moved and `orders` were placed, and of the one before. */
async function loadPeriodFigures(
  { database: { read }, book: { timeZone } }: Kontor,
  currency: string,
  { during, before }: PeriodRanges,
  { flow, orders }: { flow: Flow; orders: OrderSum },
): Promise<PeriodFigures> {
  const [refundedMinor, flowBefore, ordersBefore] = await Promise.all([
    // Whole days, so that the figures are what the lists of these days add up to.
    sumRefunds(read, currency, during.days ?? {}),
    before && sumFlowUntil(read, currency, before, timeZone),
    before && sumOrdersUntil(read, currency, before, timeZone),
  ])
  return {
    days: during.days,
    from: during.from,
    until: during.until,
    before: before && before.bounds,
    inMinor: { now: flow.in, before: flowBefore && flowBefore.in },
    outMinor: { now: flow.out, before: flowBefore && flowBefore.out },
    netMinor: { now: flow.in - flow.out, before: flowBefore && flowBefore.in - flowBefore.out },
    orders: { now: orders.count, before: ordersBefore && ordersBefore.count },
    averageMinor: { now: averageOf(orders), before: ordersBefore && averageOf(ordersBefore) },
    refundedMinor,
  }
}

/** In and out of money accounts until the end of a range: all of its days from their totals, a last day that is cut off from its entries. */
async function sumFlowUntil(db: Db, currency: string, range: TimeRange, timeZone: string): Promise<Flow> {
  const { whole, part } = splitLastDay(range, timeZone)
  const [before, last] = await Promise.all([
    store.sumFlow(db, currency, whole),
    part ? store.sumFlowsOfDay(db, currency, part.day, part.until) : { in: 0, out: 0 },
  ])
  return { in: add(before.in, last.in), out: add(before.out, last.out) }
}

const averageOf = ({ count, totalMinor }: OrderSum): number | null =>
  count === 0 || totalMinor === null ? null : Math.round(totalMinor / count)

function sumOrders(sums: readonly OrderSum[]): OrderSum {
  const totalMinor = sums.reduce<number | null>(
    (sum, each) => (sum === null || each.totalMinor === null ? null : sum + each.totalMinor),
    0,
  )
  const count = add(...sums.map((each) => each.count))
  return { count, totalMinor: Number.isSafeInteger(totalMinor) ? totalMinor : null }
}

/** Orders until the end of a range: all of its days as they are counted, those of a last day that is cut off one by one. */
async function sumOrdersUntil(db: Db, currency: string, range: TimeRange, timeZone: string): Promise<OrderSum> {
  const { whole, part } = splitLastDay(range, timeZone)
  const [before, last] = await Promise.all([
    sumOrdersBySource(db, currency, whole),
    part ? sumOrdersBetween(db, currency, startOfDay(part.day, timeZone), part.until) : undefined,
  ])
  return sumOrders([...before, ...(last ? [last] : [])])
}

/** The whole days of a range, and its last day until `until` if the range ends within it. */
function splitLastDay(
  { days, until }: TimeRange,
  timeZone: string,
): { whole: Days; part: { day: string; until: number } | null } {
  if (until >= startOfDay(addDays(days.to, 1), timeZone)) return { whole: days, part: null }
  return { whole: { from: days.from, to: addDays(days.to, -1) }, part: { day: days.to, until } }
}

/** The newest day with an order or a movement of money in a currency; undefined when there is none. */
async function findLatestDay(db: Db, currency: string): Promise<string | undefined> {
  const [span, ordered] = await Promise.all([store.findFlowSpan(db, currency), findLatestOrderDay(db, currency)])
  return [span?.to, ordered]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
}

/** All days of a period; for all time those from the first movement of money to the last. */
async function loadSeries(
  { database: { read } }: Kontor,
  currency: string,
  { during: { days }, before }: PeriodRanges,
): Promise<FlowSeries | null> {
  const span = days ?? (await store.findFlowSpan(read, currency))
  if (!span) return null
  const unit = pickTimeUnit(span.from, span.to)
  const [flows, flowsBefore] = await Promise.all([
    store.listFlows(read, currency, span, unit),
    before && unit === 'day' ? store.listFlows(read, currency, before.days, unit) : null,
  ])
  return { unit, ...span, flows, inBefore: before && flowsBefore && alignDays(before.days, flowsBefore) }
}

/** What came in on each day, also on those without any. */
function alignDays({ from, to }: Days, flows: readonly (Flow & { start: string })[]): number[] {
  const received = new Map(flows.map((flow) => [flow.start, flow.in]))
  return listUnits(from, to, 'day').map((day) => received.get(day) ?? 0)
}

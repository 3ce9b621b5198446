import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { sumFlowsOfDay } from '#server/finance/actions.ts'
import {
  type AllTime,
  type Days,
  type PeriodRanges,
  resolveMonth,
  resolvePeriod,
  type TimeRange,
} from '#server/home/periods.ts'
import * as store from '#server/home/store.ts'
import {
  countOrdersBetween,
  countOrdersOfDays,
  findLatestOrderDay,
  sumCounts,
  toCurrencies,
} from '#server/orders/actions.ts'
import type { Flow } from '#shared/finance/views.ts'
import type { FlowSeries, HomeFigures, PeriodFigures } from '#shared/home/views.ts'
import { add } from '#shared/money.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import { pickTimeUnit } from '#shared/time-unit.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

/** The figures of today and of the chosen period or month in one currency, and its flow for the chart. `counts` are those of all orders. */
export async function loadFigures(
  kontor: Kontor,
  query: QueryOf<'index'>,
  counts: readonly OrderCountsTable[],
): Promise<HomeFigures> {
  const { book, database } = kontor
  const now = kontor.now()
  const day = dayOf(now, book.timeZone)
  const moved = await store.listMovedCurrencies(database.read)
  const usedCurrencies = [...new Set([...toCurrencies(counts), ...moved])].toSorted()
  const currencies = usedCurrencies.length > 0 ? usedCurrencies : [book.currency]
  const currency = chooseCurrency(query.currency, currencies, book.currency)
  const period = query.month === undefined ? (query.period ?? 'month') : 'month'
  const chosenRange =
    query.month === undefined
      ? resolvePeriod(period, now, book.timeZone)
      : resolveMonth(query.month, now, book.timeZone)
  const [series, flowToday] = await Promise.all([
    loadSeries(kontor, currency, chosenRange.during),
    store.sumFlow(database.read, currency, { from: day, to: day }),
  ])
  const [today, chosen] = await Promise.all([
    loadPeriodFigures(kontor, currency, counts, resolvePeriod('today', now, book.timeZone), flowToday),
    loadPeriodFigures(kontor, currency, counts, chosenRange, sumSeries(series)),
  ])
  const month = query.month !== undefined && !day.startsWith(query.month) ? query.month : null
  const latestDay = isEmpty(chosen) ? await findLatestDay(database.read, currency) : undefined
  return { currency, currencies, period, month, today, chosen, series, latestMonth: latestDay?.slice(0, 7) ?? null }
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

const isCounted = ({ status }: OrderCountsTable): boolean => (countedStatuses as readonly string[]).includes(status)

/** The figures of a period in which `flow` moved, and of the one before. */
async function loadPeriodFigures(
  { database: { read }, book: { timeZone } }: Kontor,
  currency: string,
  counts: readonly OrderCountsTable[],
  { during, before }: PeriodRanges,
  flow: Flow,
): Promise<PeriodFigures> {
  const [orders, flowBefore, ordersBefore] = await Promise.all([
    // Whole days, so that the figures are what the lists of these days add up to.
    during.days
      ? countOrdersOfDays(read, currency, during.days)
      : sumCounts(counts, (count) => count.currency === currency && isCounted(count)),
    before && sumFlowUntil(read, currency, before, timeZone),
    before && countOrdersUntil(read, currency, before, timeZone),
  ])
  return {
    days: during.days,
    from: during.from,
    until: during.until,
    beforeFrom: before && before.from,
    beforeUntil: before && before.until,
    inMinor: { now: flow.in, before: flowBefore && flowBefore.in },
    outMinor: { now: flow.out, before: flowBefore && flowBefore.out },
    netMinor: { now: flow.in - flow.out, before: flowBefore && flowBefore.in - flowBefore.out },
    orders: { now: orders, before: ordersBefore },
  }
}

/** In and out of own money until the end of a range: all of its days from their totals, a last day that is cut off from its entries. */
async function sumFlowUntil(db: Db, currency: string, range: TimeRange, timeZone: string): Promise<Flow> {
  const { whole, part } = splitLastDay(range, timeZone)
  const [before, last] = await Promise.all([
    store.sumFlow(db, currency, whole),
    part ? sumFlowsOfDay(db, currency, part.day, part.until) : { in: 0, out: 0 },
  ])
  return { in: add(before.in, last.in), out: add(before.out, last.out) }
}

/** Orders until the end of a range: all of its days as they are counted, those of a last day that is cut off one by one. */
async function countOrdersUntil(db: Db, currency: string, range: TimeRange, timeZone: string): Promise<number> {
  const { whole, part } = splitLastDay(range, timeZone)
  const [before, last] = await Promise.all([
    countOrdersOfDays(db, currency, whole),
    part ? countOrdersBetween(db, currency, startOfDay(part.day, timeZone), part.until) : 0,
  ])
  return before + last
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
  { days }: TimeRange | AllTime,
): Promise<FlowSeries | null> {
  const span = days ?? (await store.findFlowSpan(read, currency))
  if (!span) return null
  const unit = pickTimeUnit(span.from, span.to)
  return { unit, ...span, flows: await store.listFlows(read, currency, span, unit) }
}

import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import type { WithBounds } from '#server/finance/entry-days.ts'
import { readFigures } from '#server/finance/flow-figures.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import { listRateRows, listRates } from '#server/finance/rates/store.ts'
import { convertAll, type ConvertedView, toRatesByCurrency } from '#shared/finance/conversion.ts'
import { convertByDay } from '#shared/finance/convert-by-day.ts'
import { type DailyRate, DailyRates, maxCarriedDays } from '#shared/finance/daily-rates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { addDays } from '#shared/time.ts'

type ConvertedQuery = WithBounds<FinanceQuery> & { convert: string }

/** Number of stored rates listed below the figures. */
const maxListedRates = 62

const ratesPerSlice = 2_000

/**
 * The figures of every currency of money accounts, and all of them in the one that the query asks for: at its rates, and otherwise at those of each
 * day. `today` is the last day that has a rate.
 */
export async function readConvertedFlow(
  db: Db,
  currencies: readonly string[],
  { convert: currency, exchangeRate, ...query }: ConvertedQuery,
  today: string,
): Promise<ConvertedView> {
  const of = [...new Set([currency, ...currencies])]
  const typed = toRatesByCurrency(exchangeRate)
  const byDay = of.filter((each) => each !== currency && !typed.has(each))
  const flows = await Promise.all(of.map((each) => readFlow(db, each, query, today)))
  const days = flows.filter((flow) => byDay.includes(flow.currency)).flatMap((flow) => flow.days.map(({ day }) => day))
  const { from, to } = query.days
  const lastDay = to === undefined || to > today ? today : to
  const firstDay = from ?? days.toSorted()[0] ?? lastDay
  const openingDay = addDays(firstDay, -1)
  const rates = new DailyRates(
    byDay.length === 0
      ? []
      : await loadRates(db, { from: addDays(openingDay, -maxCarriedDays), to: lastDay, currencies: of }),
  )
  const daily = new Map(
    flows
      .filter((flow) => byDay.includes(flow.currency))
      .map((flow) => [
        flow.currency,
        convertByDay(
          {
            from: flow.currency,
            to: currency,
            opening: flow.figures.opening ?? 0,
            closing: flow.figures.closing ?? 0,
            openingDay,
            closingDay: lastDay,
            days: flow.days,
            isWhole: query.kind.length === 0,
          },
          rates,
        ),
      ]),
  )
  const listed = await listRateRows(db, { from: firstDay, to: lastDay, currencies: of }, maxListedRates + 1)
  return {
    ...convertAll(flows, currency, typed, daily),
    rates: listed.slice(0, maxListedRates),
    hasMoreRates: listed.length > maxListedRates,
  }
}

async function readFlow(
  db: Db,
  currency: string,
  query: Omit<ConvertedQuery, 'convert' | 'exchangeRate'>,
  today: string,
) {
  const chosen = await findChosenAccounts(db, { ...query, currency })
  const { now } = await readFigures(db, currency, { ...query, chosen }, { today })
  const { days, kind: kinds } = query
  const sums = await store.sumFlowsByDay(db, { currency, days, kinds, accountIds: idsOf(chosen) })
  return { currency, figures: now, days: sums.map(({ key, ...sum }) => ({ day: key, ...sum })) }
}

async function loadRates(db: Db, filter: { from: string; to: string; currencies: readonly string[] }) {
  const rates: DailyRate[] = []
  let after: string[] | undefined
  for (;;) {
    const rows = await listRates(db, filter, after, ratesPerSlice)
    for (const row of rows)
      rates.push({ day: row.day, from: row.base_currency, to: row.quote_currency, rate: row.rate })
    const last = rows.at(-1)
    if (!last || rows.length < ratesPerSlice) return rates
    after = [last.day, last.base_currency, last.quote_currency]
    await yieldToEventLoop()
  }
}

import type { Db } from '#server/db/database.ts'
import { type ChosenAccount, idsOf } from '#server/finance/chosen-accounts.ts'
import * as chartsStore from '#server/finance/flow-charts-store.ts'
import { daysAfter, type WithBounds } from '#server/finance/entry-days.ts'
import { readFlowGroups } from '#server/finance/flow-groups.ts'
import { type FoundMove, sumMovesBy } from '#server/finance/found-flows.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import { includesFlow } from '#shared/finance/entries-list.ts'
import { ages, divideByAge, type FlowChartView } from '#shared/finance/flow-charts.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { lastDay } from '#shared/finance/whole-months.ts'
import { add } from '#shared/money.ts'
import { pickTimeUnit, startOfUnit } from '#shared/time-unit.ts'
import { addDays } from '#shared/time.ts'

type Filter = Pick<WithBounds<FinanceQuery>, 'days' | 'bounds' | 'kind' | 'flow'> & {
  currency: string
  chosen: readonly ChosenAccount[] | undefined
  found: readonly FoundMove[] | undefined
}

/** The chart of a filter; null without anything to draw. `today` is the day of the book. */
export function readFlowChart(
  db: Db,
  chart: FlowChartView['chart'],
  filter: Filter,
  figures: FlowFigures,
  today: string,
): Promise<FlowChartView | null> {
  if (chart === 'aging') return readAging(db, filter, today)
  return chart === 'composition' ? readComposition(db, filter, figures) : readTrend(db, filter, figures, today)
}

/** The first and the last of some days. */
function spanOf(days: readonly { key: string }[]): { first: string; last: string } | null {
  const [first, last] = [days[0]?.key, days.at(-1)?.key]
  return first === undefined || last === undefined ? null : { first, last }
}

async function readTrend(
  db: Db,
  filter: Filter,
  { opening }: FlowFigures,
  today: string,
): Promise<FlowChartView | null> {
  const { currency, days, kind: kinds, flow, chosen, found } = filter
  if (flow === 'none') return null
  const { from, to } = days
  const selection = { currency, days, kinds, accountIds: idsOf(chosen) }
  // For days in the past that are drawn one by one, the sums of each day are enough.
  const isDrawnByDay =
    from !== undefined && to !== undefined && to <= today && from >= '1950' && pickTimeUnit(from, to) === 'day'
  const ofDays =
    (found && sumMovesBy(found, 'day')) ?? (isDrawnByDay ? await store.sumFlowsByDay(db, selection) : undefined)
  const months = ofDays ?? (await store.sumFlowsBy(db, 'month', selection))
  const span = ofDays ? spanOf(ofDays) : await store.findFlowSpan(db, selection, months)
  if (!span) return null
  const { first, last } = span
  const end = last > today || found ? last : today
  // A year before there were computers means: from the beginning.
  const range = {
    from: from === undefined || from < '1950' ? first : from,
    to: to !== undefined && to < end ? to : end,
  }
  const unit = pickTimeUnit(range.from, range.to)
  const sums = ofDays ?? (unit === 'day' ? await store.sumFlowsByDay(db, selection) : months)
  const isComplete = kinds.length === 0 && flow === undefined && !found
  const flows = [...Map.groupBy(sums, ({ key }) => startOfUnit(key, unit))].map(([start, ofUnit]) => ({
    start,
    in: includesFlow(flow, 'in') ? add(...ofUnit.map((sum) => sum.in)) : 0,
    out: includesFlow(flow, 'out') ? add(...ofUnit.map((sum) => sum.out)) : 0,
    ...(isComplete && { transfers: add(...ofUnit.map((sum) => sum.moved - (sum.in - sum.out))) }),
  }))
  return { chart: 'trend', unit, ...range, flows, opening: isComplete ? opening : null }
}

async function readComposition(db: Db, filter: Filter, figures: FlowFigures): Promise<FlowChartView | null> {
  const [kinds, channels] = await Promise.all([
    readFlowGroups(db, 'kind', filter, figures),
    readFlowGroups(db, 'channel', filter, figures),
  ])
  const [ofKinds, ofChannels] = [kinds, channels].map(({ groups }) =>
    groups.filter((group) => group.in !== 0 || group.out !== 0),
  )
  return ofKinds && ofChannels && ofKinds.length > 0
    ? { chart: 'composition', kinds: ofKinds, channels: ofChannels }
    : null
}

async function readAging(db: Db, { currency, days, chosen }: Filter, today: string): Promise<FlowChartView> {
  const { to = lastDay, until } = days
  const end = to < today ? to : today
  const aged = await chartsStore.listAgedAccounts(db, currency)
  const accounts = chosen ? aged.filter(({ id }) => chosen.some((account) => account.id === id)) : aged
  const ids = accounts.map(({ id }) => id)
  const [later, ...recent] = await Promise.all([
    chartsStore.sumSides(db, ids, daysAfter(days)),
    ...ages.flatMap((age) =>
      age.to === null
        ? []
        : chartsStore.sumSides(db, ids, {
            from: addDays(end, -age.to),
            ...(age.from === 0 ? { to, until } : { to: addDays(end, -age.from) }),
          }),
    ),
  ])
  return {
    chart: 'aging',
    to: end,
    accounts: accounts.flatMap(({ id, balance_minor, ...account }) => {
      const after = later?.get(id) ?? noSides
      const balance = balance_minor - (after.debit - after.credit)
      const parts = divideByAge(
        balance,
        recent.map((sides) => (sides.get(id) ?? noSides).debit),
      )
      return balance === 0 ? [] : [{ account, balance, parts }]
    }),
  }
}

const noSides: chartsStore.Sides = { debit: 0, credit: 0 }

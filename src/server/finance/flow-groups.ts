import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import {
  endOfGroup,
  type FlowGrouping,
  isTimeGrouping,
  startOfGroup,
  type TimeGrouping,
} from '#shared/finance/flow-groups.ts'
import type { CurrencySummary, FlowGroup } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

type Filter = Pick<FinanceQuery, 'from' | 'to' | 'kind' | 'flow'>

/** Groups of a page at most. */
const maxGroups = 400

/**
 * The cash flow of a filter by units of time (newest first), kinds or accounts. Where nothing but days is filtered, opening + in − out (and
 * what was transferred between own accounts) = closing. `summary` is that of the days.
 */
export async function readFlowGroups(
  db: Db,
  grouping: FlowGrouping,
  filter: Filter,
  summary: CurrencySummary,
): Promise<{ groups: FlowGroup[]; isCut: boolean }> {
  const selection = { currency: summary.currency, from: filter.from, to: filter.to, kinds: filter.kind }
  const groups = isTimeGrouping(grouping)
    ? groupByTime(await store.sumFlowsBy(db, 'accounting_day', selection), grouping, filter, summary)
    : grouping === 'kind'
      ? (await store.sumFlowsBy(db, 'kind', selection)).map((sum) => ({ ...toGroup(sum, filter), kind: sum.key }))
      : await groupByAccount(db, selection, filter)
  return { groups: groups.slice(0, maxGroups), isCut: groups.length > maxGroups }
}

/** With a filter by flow, the other direction is zero, as in the totals of the list. */
const toGroup = ({ key, in: received, out: paid, count }: store.FlowSum, { flow }: Filter): FlowGroup => {
  const moved = { in: flow === 'out' ? 0 : received, out: flow === 'in' ? 0 : paid }
  return {
    key,
    ...moved,
    net: moved.in - moved.out,
    count,
    days: null,
    kind: null,
    account: null,
    opening: null,
    transfers: null,
    closing: null,
  }
}

/** Whether the groups say how much there was before and after: only where no movement is left out. */
const isComplete = ({ kind, flow }: Filter): boolean => kind.length === 0 && flow === undefined

function groupByTime(
  sums: readonly store.FlowSum[],
  unit: TimeGrouping,
  filter: Filter,
  summary: CurrencySummary,
): FlowGroup[] {
  let { closing } = summary
  return [...Map.groupBy(sums, ({ key }) => startOfGroup(key, unit))].toReversed().map(([start, ofUnit]) => {
    const sum = (column: 'in' | 'out' | 'moved' | 'count'): number => add(...ofUnit.map((each) => each[column]))
    const group = toGroup({ key: start, in: sum('in'), out: sum('out'), moved: 0, count: sum('count') }, filter)
    const days = clampDays({ from: start, to: endOfGroup(start, unit) }, filter)
    const after = closing
    closing -= group.net
    return { ...group, days, ...(isComplete(filter) && { opening: closing, closing: after }) }
  })
}

/** The days of a unit that the filter shows. */
const clampDays = (days: { from: string; to: string }, { from, to }: Filter) => ({
  from: from !== undefined && from > days.from ? from : days.from,
  to: to !== undefined && to < days.to ? to : days.to,
})

async function groupByAccount(db: Db, selection: store.FlowSelection, filter: Filter): Promise<FlowGroup[]> {
  const { currency, to } = selection
  const [accounts, during, after] = await Promise.all([
    store.listMoneyAccounts(db, currency),
    store.sumFlowsBy(db, 'account_id', selection),
    to === undefined ? [] : store.sumFlowsBy(db, 'account_id', { currency, from: addDays(to, 1), kinds: [] }),
  ])
  return accounts.map(({ id, balance_minor, code, role, provider, name, name_zh }) => {
    const sum = during.find(({ key }) => key === id) ?? { key: id, in: 0, out: 0, moved: 0, count: 0 }
    const group = toGroup({ ...sum, key: code }, filter)
    const closing = balance_minor - (after.find(({ key }) => key === id)?.moved ?? 0)
    return {
      ...group,
      account: { code, role, provider, name, nameZh: name_zh },
      ...(isComplete(filter) && { opening: closing - sum.moved, transfers: sum.moved - group.net, closing }),
    }
  })
}

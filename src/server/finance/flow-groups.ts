import type { Db } from '#server/db/database.ts'
import { toAccountName } from '#server/finance/account-store.ts'
import { type ChosenAccount, idsOf } from '#server/finance/chosen-accounts.ts'
import { daysAfter, type WithBounds } from '#server/finance/entry-days.ts'
import { type FoundMove, sumMovesBy } from '#server/finance/found-flows.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import { channelOf } from '#shared/finance/channels.ts'
import { includesFlow } from '#shared/finance/entries-list.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import {
  clampDays,
  endOfGroup,
  type FlowGrouping,
  isTimeGrouping,
  startOfGroup,
  type TimeGrouping,
} from '#shared/finance/flow-groups.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FlowGroup } from '#shared/finance/page-views.ts'
import { add } from '#shared/money.ts'

type Filter = Pick<WithBounds<FinanceQuery>, 'days' | 'bounds' | 'kind' | 'flow'> & {
  chosen: readonly ChosenAccount[] | undefined
  /** The entries found by a search, used instead of the totals of days. */
  found: readonly FoundMove[] | undefined
}

/** Groups of a page at most. */
const maxGroups = 400

/**
 * The cash flow of a filter by units of time (newest first), kinds, channels or accounts. Where nothing but days is filtered, opening + in − out (and
 * what was transferred between own accounts) = closing. `closing` is that of the days.
 */
export async function readFlowGroups(
  db: Db,
  grouping: FlowGrouping,
  filter: Filter & { currency: string },
  { closing }: Pick<FlowFigures, 'closing'>,
): Promise<{ groups: FlowGroup[]; isCut: boolean }> {
  const { currency, days, kind: kinds, chosen } = filter
  const selection = { currency, days, kinds, accountIds: idsOf(chosen) }
  const groups = isTimeGrouping(grouping)
    ? groupByTime(
        filter.found ? sumMovesBy(filter.found, 'day') : await sumUnits(db, grouping, selection),
        grouping,
        filter,
        closing ?? 0,
      )
    : grouping === 'kind'
      ? (filter.found ? sumMovesBy(filter.found, 'kind') : await store.sumFlowsBy(db, 'kind', selection)).map(
          (sum) => ({ ...toGroup(sum, filter), kind: sum.key }),
        )
      : grouping === 'channel'
        ? groupByChannel(await groupByAccount(db, selection, filter))
        : await groupByAccount(db, selection, filter)
  return { groups: groups.slice(0, maxGroups), isCut: groups.length > maxGroups }
}

/** With a filter by flow, the other direction is zero, as in the totals of the list. */
const toGroup = ({ key, in: received, out: paid, inCount, outCount }: store.FlowSum, { flow }: Filter): FlowGroup => {
  const moved = { in: includesFlow(flow, 'in') ? received : 0, out: includesFlow(flow, 'out') ? paid : 0 }
  const count = (includesFlow(flow, 'in') ? inCount : 0) + (includesFlow(flow, 'out') ? outCount : 0)
  return {
    key,
    ...moved,
    net: moved.in - moved.out,
    count,
    days: null,
    kind: null,
    accounts: [],
    opening: null,
    transfers: null,
    closing: null,
  }
}

/** Whether the groups say how much there was before and after: only where no movement is left out. */
const isComplete = ({ kind, flow, found }: Filter): boolean => kind.length === 0 && flow === undefined && !found

/** Weeks are added up from days, everything longer from months. */
const sumUnits = (db: Db, unit: TimeGrouping, selection: store.FlowSelection): Promise<store.FlowSum[]> =>
  unit === 'day' || unit === 'week' ? store.sumFlowsByDay(db, selection) : store.sumFlowsBy(db, 'month', selection)

function groupByTime(
  sums: readonly store.FlowSum[],
  unit: TimeGrouping,
  filter: Filter,
  closingOfDays: number,
): FlowGroup[] {
  let closing = closingOfDays
  return [...Map.groupBy(sums, ({ key }) => startOfGroup(key, unit))].toReversed().map(([start, ofUnit]) => {
    const sum = (column: Exclude<keyof store.FlowSum, 'key'>): number => add(...ofUnit.map((each) => each[column]))
    const moved = sum('moved')
    const group = toGroup(
      { key: start, in: sum('in'), out: sum('out'), moved, inCount: sum('inCount'), outCount: sum('outCount') },
      filter,
    )
    const days = clampDays({ from: start, to: endOfGroup(start, unit) }, filter.bounds)
    const after = closing
    closing -= moved
    return {
      ...group,
      days,
      ...(isComplete(filter) && { opening: closing, transfers: moved - group.net, closing: after }),
    }
  })
}

async function groupByAccount(db: Db, selection: store.FlowSelection, filter: Filter): Promise<FlowGroup[]> {
  const { currency, days } = selection
  if (filter.found) {
    const accounts = filter.chosen ?? (await store.listMoneyAccounts(db, currency))
    return sumMovesBy(filter.found, 'accountCode').map((sum) => ({
      ...toGroup(sum, filter),
      accounts: accounts.filter(({ code }) => code === sum.key).map(toAccountName),
    }))
  }
  const [accounts, during, after] = await Promise.all([
    filter.chosen ?? store.listMoneyAccounts(db, currency),
    store.sumFlowsBy(db, 'account_id', selection),
    days.to === undefined ? [] : store.sumFlowsBy(db, 'account_id', { ...selection, days: daysAfter(days), kinds: [] }),
  ])
  return accounts.map((account) => {
    const { id, balance_minor, code } = account
    const sum = during.find(({ key }) => key === id) ?? { key: id, in: 0, out: 0, moved: 0, inCount: 0, outCount: 0 }
    const group = toGroup({ ...sum, key: code }, filter)
    const closing = balance_minor - (after.find(({ key }) => key === id)?.moved ?? 0)
    return {
      ...group,
      accounts: [toAccountName(account)],
      ...(isComplete(filter) && { opening: closing - sum.moved, transfers: sum.moved - group.net, closing }),
    }
  })
}

function groupByChannel(ofAccounts: readonly FlowGroup[]): FlowGroup[] {
  const keyOf = ({ accounts: [account] }: FlowGroup): string => (account ? channelOf(account) : '')
  return [...Map.groupBy(ofAccounts, keyOf)].map(([key, ofChannel]) => {
    const sum = (column: 'in' | 'out' | 'net' | 'count'): number => add(...ofChannel.map((group) => group[column]))
    const sumKnown = (column: 'opening' | 'transfers' | 'closing'): number | null =>
      ofChannel.some((group) => group[column] === null) ? null : add(...ofChannel.map((group) => group[column] ?? 0))
    return {
      key,
      in: sum('in'),
      out: sum('out'),
      net: sum('net'),
      count: sum('count'),
      days: null,
      kind: null,
      accounts: ofChannel.flatMap(({ accounts }) => accounts),
      opening: sumKnown('opening'),
      transfers: sumKnown('transfers'),
      closing: sumKnown('closing'),
    }
  })
}

import type { Db } from '#server/db/database.ts'
import { type ChosenAccount, idsOf } from '#server/finance/chosen-accounts.ts'
import { type DayBounds, daysAfter, toDays, type WithBounds } from '#server/finance/entry-days.ts'
import * as figuresStore from '#server/finance/flow-figures-store.ts'
import { type FoundMove, sumMoves } from '#server/finance/found-flows.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import type { FigureComparison, FlowFigures } from '#shared/finance/flow-figures.ts'
import { previousPeriod } from '#shared/finance/flow-groups.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { OpenDays } from '#shared/finance/whole-months.ts'
import { isReversed } from '#shared/list/day-bounds.ts'
import { add } from '#shared/money.ts'

type Filter = Pick<WithBounds<FinanceQuery>, 'days' | 'bounds' | 'kind'> & {
  chosen: readonly ChosenAccount[] | undefined
}

interface FigureOptions {
  /** The day it is in the book's time zone: lines that are postponed until a later one are not open. */
  today: string
  /** The period before is compared if its time zone is given. */
  timeZone?: string
  /** The money accounts of the currency, if the caller has them. */
  accounts?: readonly ChosenAccount[]
}

/** The figures of a filter, of all money accounts or of the accounts that it chooses, and, with a time zone, of the period before. All are read from the totals of days. */
export async function readFigures(
  db: Db,
  currency: string,
  filter: Filter,
  { today, timeZone, accounts }: FigureOptions,
): Promise<FigureComparison> {
  const { days, chosen } = filter
  const accountIds = idsOf(chosen)
  const boundsBefore = timeZone === undefined ? undefined : findPeriodBefore(filter.bounds)
  const daysBefore = boundsBefore && toDays(boundsBefore, timeZone ?? '')
  const sumMoved = (moved: OpenDays) =>
    store.sumFlowsBy(db, 'account_id', { currency, days: moved, kinds: [], accountIds })
  // At once, because each statement is a round trip to PostgreSQL.
  const [used, later, during, now, before] = await Promise.all([
    chosen ?? accounts ?? store.listMoneyAccounts(db, currency),
    days.to === undefined ? [] : sumMoved(daysAfter(days)),
    daysBefore ? sumMoved({ ...daysAfter(daysBefore), to: days.to, until: days.until }) : [],
    readPeriod(db, currency, filter, today),
    daysBefore && readPeriod(db, currency, { ...filter, days: daysBefore }, today),
  ])
  const balances = new Map(used.map(({ id, balance_minor }) => [id, balance_minor]))
  const isUnsettled = new Set(used.flatMap(({ id, role }) => (role === 'clearing' ? [id] : [])))
  takeBack(balances, later)
  const figures = toFigures(now, filter, { balances, isUnsettled })
  if (!boundsBefore || !before) return { now: figures, before: null }
  takeBack(balances, during)
  return { now: figures, before: { days: boundsBefore, figures: toFigures(before, filter, { balances, isUnsettled }) } }
}

/** The period before that of a filter; nothing is before the days when there were no computers. */
function findPeriodBefore({ from, to }: DayBounds) {
  if (from === undefined || to === undefined || isReversed(from, to)) return undefined
  const before = previousPeriod({ from, to })
  return before.from < '1950' ? undefined : before
}

/** What refunds moved out of the money accounts of a currency on some days, in minor units. */
export const sumRefunds = async (db: Db, currency: string, days: OpenDays): Promise<number> =>
  (await store.sumFlows(db, { currency, days, kinds: ['refund.succeeded'] })).out

/** The figures of what a search found: only what entries add up to, and no period before, which would be another search. */
export function sumFound(moves: readonly FoundMove[], { kind: kinds }: Pick<FinanceQuery, 'kind'>): FigureComparison {
  const includes = (kind: EntryKind): boolean => kinds.length === 0 || kinds.includes(kind)
  const sumKind = (kind: EntryKind) => sumMoves(moves.filter((move) => move.kind === kind))
  const sums = sumMoves(moves)
  const refunds = sumKind('refund.succeeded')
  return {
    now: {
      ...sums,
      net: sums.in - sums.out,
      payments: includes('payment.captured') ? sumKind('payment.captured').in : null,
      refunds: includes('refund.succeeded') ? { minor: refunds.out, count: refunds.outCount } : null,
      transfers: 0,
      closing: null,
      opening: null,
      fees: null,
      unsettled: null,
      openLines: null,
    },
    before: null,
  }
}

/** Takes back what moved in some days from the balances of accounts, by id. */
function takeBack(balances: Map<string, number>, sums: readonly store.FlowSum[]): void {
  for (const { key, moved } of sums) balances.set(key, add(balances.get(key) ?? 0, -moved))
}

/** The balance of each money account at the end of the days, by id. */
interface Balances {
  balances: ReadonlyMap<string, number>
  isUnsettled: ReadonlySet<string>
}

/** What the totals say of a period. */
async function readPeriod(db: Db, currency: string, { days, kind: kinds, chosen }: Filter, today: string) {
  const [sums, fees, openLines] = await Promise.all([
    store.sumFlows(db, { currency, days, kinds, accountIds: idsOf(chosen) }),
    kinds.length === 0 && !chosen ? figuresStore.sumFees(db, { currency, days }) : null,
    figuresStore.countOpenLines(db, { currency, days, accountIds: idsOf(chosen) }, today),
  ])
  return { sums, fees, openLines }
}

function toFigures(
  { sums: { moved, payments, refunds, refundCount, ...sums }, fees, openLines }: Awaited<ReturnType<typeof readPeriod>>,
  { kind: kinds }: Filter,
  { balances, isUnsettled }: Balances,
): FlowFigures {
  const closing = add(...balances.values())
  const unsettled = add(...[...balances].flatMap(([id, balance]) => (isUnsettled.has(id) ? [balance] : [])))
  const includes = (kind: EntryKind): boolean => kinds.length === 0 || kinds.includes(kind)
  return {
    ...sums,
    net: sums.in - sums.out,
    closing,
    opening: closing - moved,
    // Only without a filter by kind, because balances include all kinds.
    transfers: kinds.length === 0 ? moved - (sums.in - sums.out) : 0,
    payments: includes('payment.captured') ? payments : null,
    refunds: includes('refund.succeeded') ? { minor: refunds, count: refundCount } : null,
    fees: fees && fees.map(({ debit, credit, ...account }) => ({ account, minor: debit - credit })),
    unsettled,
    openLines: openLines.map(({ count, ...account }) => ({ account, count })),
  }
}

import type { Db } from '#server/db/database.ts'
import { type ChosenAccount, idsOf } from '#server/finance/chosen-accounts.ts'
import * as figuresStore from '#server/finance/flow-figures-store.ts'
import { type FoundMove, sumMoves } from '#server/finance/found-flows.ts'
import * as store from '#server/finance/flow-groups-store.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import type { FigureComparison, FlowFigures } from '#shared/finance/flow-figures.ts'
import { previousPeriod } from '#shared/finance/flow-groups.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

type Filter = Pick<FinanceQuery, 'from' | 'to' | 'kind'> & { chosen: readonly ChosenAccount[] | undefined }

/** The figures of a filter, of all own money or of the accounts that it chooses, and, with `isCompared`, of the period before. All are read from the totals of days. */
export async function readFigures(
  db: Db,
  currency: string,
  filter: Filter,
  { isCompared = true }: { isCompared?: boolean } = {},
): Promise<FigureComparison> {
  const { from, to, chosen } = filter
  const accountIds = idsOf(chosen)
  const accounts = chosen ?? (await store.listMoneyAccounts(db, currency))
  const balances = new Map(accounts.map(({ id, balance_minor }) => [id, balance_minor]))
  if (to !== undefined) await moveBack(db, balances, { currency, from: addDays(to, 1), accountIds })
  const isUnsettled = new Set(accounts.flatMap(({ id, role }) => (role === 'clearing' ? [id] : [])))
  const readAt = (days: Pick<FinanceQuery, 'from' | 'to'>): Promise<FlowFigures> =>
    readPeriod(db, currency, { ...filter, ...days }, { balances, isUnsettled })
  const now = await readAt({ from, to })
  // Nothing is before the days when there were no computers.
  if (!isCompared || from === undefined || to === undefined || from > to || from < '1950') return { now, before: null }
  const days = previousPeriod({ from, to })
  await moveBack(db, balances, { currency, from: addDays(days.to, 1), to, accountIds })
  return { now, before: { days, figures: await readAt(days) } }
}

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
async function moveBack(
  db: Db,
  balances: Map<string, number>,
  days: Omit<store.FlowSelection, 'kinds'>,
): Promise<void> {
  for (const { key, moved } of await store.sumFlowsBy(db, 'account_id', { ...days, kinds: [] }))
    balances.set(key, add(balances.get(key) ?? 0, -moved))
}

/** Own money at the end of the days: the balance of each account by id. */
interface Balances {
  balances: ReadonlyMap<string, number>
  isUnsettled: ReadonlySet<string>
}

async function readPeriod(
  db: Db,
  currency: string,
  { from, to, kind: kinds, chosen }: Filter,
  { balances, isUnsettled }: Balances,
): Promise<FlowFigures> {
  const closing = add(...balances.values())
  const unsettled = add(...[...balances].flatMap(([id, balance]) => (isUnsettled.has(id) ? [balance] : [])))
  const [{ moved, payments, refunds, refundCount, ...sums }, fees, openLines] = await Promise.all([
    store.sumFlows(db, { currency, from, to, kinds, accountIds: idsOf(chosen) }),
    kinds.length === 0 && !chosen ? figuresStore.sumFees(db, { currency, from, to }) : null,
    figuresStore.countOpenLines(db, { currency, from, to, accountIds: idsOf(chosen) }),
  ])
  const includes = (kind: EntryKind): boolean => kinds.length === 0 || kinds.includes(kind)
  return {
    ...sums,
    net: sums.in - sums.out,
    closing,
    opening: closing - moved,
    // Of all kinds, as the balances are.
    transfers: chosen && kinds.length === 0 ? moved - (sums.in - sums.out) : 0,
    payments: includes('payment.captured') ? payments : null,
    refunds: includes('refund.succeeded') ? { minor: refunds, count: refundCount } : null,
    fees: fees && fees.map(({ debit, credit, ...account }) => ({ account, minor: debit - credit })),
    unsettled,
    openLines: openLines.map(({ count, ...account }) => ({ account, count })),
  }
}

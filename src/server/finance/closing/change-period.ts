import type { CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PeriodBalancesTable } from '#server/db/schema/periods.ts'
import { recordEvents } from '#server/events/events.ts'
import { postClosingEntries, reverseClosingEntries } from '#server/finance/closing/closing-entries.ts'
import * as store from '#server/finance/closing/period-store.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { hashLink } from '#server/db/hash-chain.ts'
import {
  allowedPeriodActions,
  monthDays,
  monthOf,
  type PeriodAction,
  periodStateAfter,
  previousMonth,
} from '#shared/finance/closing/periods.ts'
import { ProblemError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

interface PeriodChange {
  month: string
  action: PeriodAction
  /** Why; empty for a close without warnings. */
  reason: string
  /** The warnings that a month is closed with. */
  accepted?: readonly string[]
}

/**
 * Closes or reopens a month, or records what was asked and answered about it, while nothing else can be posted. The last entries of a closed month are its closing entries, which are
 * reversed when it is reopened. Throws `period-out-of-order` for a
 * month that is not the next one to close or the last closed one, `period-not-over`, `illegal-transition`, `own-reopening` for the one who
 * asked to reopen it, and `account-archived` and `ledger-full` for what cannot be posted.
 */
export async function changePeriod(
  transaction: Transaction,
  context: RequestContext,
  actor: Pick<CurrentUser, 'id' | 'name'>,
  { month, action, reason, accepted = [] }: PeriodChange,
): Promise<void> {
  const { book, now } = context.kontor
  const at = now()
  await lockLedger(transaction)
  const changes = await store.listPeriodChanges(transaction)
  const last = changes.findLast((change) => change.month === month)
  if (!allowedPeriodActions[periodStateAfter(last?.action)].includes(action))
    throw new ProblemError(action === 'closed' ? 'period-already-closed' : 'period-not-closed', { month })
  if (action !== 'reopen_rejected')
    await requireInOrder(transaction, { month, action, today: dayOf(at, book.timeZone) })
  if (action === 'reopened' && last?.actor_id === actor.id) throw new ProblemError('own-reopening', { month })
  const seq = (changes.at(-1)?.seq ?? 0) + 1
  if (action === 'closed') await postClosingEntries(transaction, context, { month, change: seq })
  const heads = await store.findChainHeads(transaction)
  const row = { seq, month, action, at, actor_id: actor.id, reason, accepted: accepted.join(' '), ...heads }
  await store.insertPeriodChange(transaction, row)
  let balancesHash: string | undefined
  if (action === 'closed') {
    const { from, to } = monthDays(month)
    const balances = toBalances(seq, await store.sumAccounts(transaction, { from, to }))
    await store.insertPeriodBalances(transaction, balances)
    await store.updateClosedThrough(transaction, to, heads.ledger_seq)
    balancesHash = hashBalances(balances)
  } else if (action === 'reopened') {
    const before = previousMonth(month)
    const close = changes.findLast((change) => change.month === before && change.action === 'closed')
    await store.updateClosedThrough(transaction, close ? monthDays(before).to : '', close?.ledger_seq ?? 0)
    const undone = changes.findLast((change) => change.month === month && change.action === 'closed')
    if (undone) await reverseClosingEntries(transaction, context, { month, change: undone.seq })
  }
  await recordEvents(transaction, context, {
    action: `period.${action}`,
    objectType: 'period',
    objectId: String(seq),
    objectLabel: month,
    parameters: { reason, accepted: row.accepted, ...heads, ...(balancesHash !== undefined && { balancesHash }) },
    actor,
    at,
  })
}

/** Months are closed one after another, once they are over, and the last closed one is reopened first. */
async function requireInOrder(
  transaction: Transaction,
  { month, action, today }: { month: string; action: PeriodAction; today: string },
): Promise<void> {
  if (action !== 'closed') {
    const expected = monthOf(await store.findClosedThrough(transaction))
    if (month !== expected) throw new ProblemError('period-out-of-order', { month, expected, action: 'reopen' })
    return
  }
  const expected = await store.findNextMonth(transaction, today)
  if (month !== expected) throw new ProblemError('period-out-of-order', { month, expected, action: 'close' })
  if (monthDays(month).to >= today) throw new ProblemError('period-not-over', { month })
}

const toBalances = (change_seq: number, sums: readonly store.AccountSums[]): PeriodBalancesTable[] =>
  sums
    .filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0)
    .map(({ account_id, opening, debit, credit }) => ({
      change_seq,
      account_id,
      opening_minor: opening,
      debit_minor: debit,
      credit_minor: credit,
      closing_minor: opening + debit - credit,
    }))

/** The hash over all balances of a close, ordered by the id of their account. */
export const hashBalances = (rows: readonly PeriodBalancesTable[]): string =>
  rows.reduce(
    (hash, { account_id, opening_minor, debit_minor, credit_minor, closing_minor }) =>
      hashLink(hash, [account_id, opening_minor, debit_minor, credit_minor, closing_minor]),
    '',
  )

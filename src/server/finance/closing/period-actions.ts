import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import { changePeriod } from '#server/finance/closing/change-period.ts'
import { readChecklist } from '#server/finance/closing/checklist.ts'
import { readPeriod, readPeriods } from '#server/finance/closing/periods.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { waitForVerification } from '#server/self-check/verification-run.ts'
import { type CheckId, checksByPart } from '#shared/self-check/checks.ts'
import type { PeriodDetail } from '#shared/finance/closing/period-views.ts'
import type { PeriodAction } from '#shared/finance/closing/periods.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `GET /api/finance/periods`. */
export const listPeriods: Action<'listPeriods'> = async (context) => ({ periods: await readPeriods(context) })

/** `GET /api/finance/periods/:month`. */
export const getPeriod: Action<'getPeriod'> = (context, { month }) => loadPeriod(context, month)

/** `POST /api/finance/periods/:month/closings`: after a self-check of all books, with the checklist as it is at that moment. */
export const closePeriod: Action<'closePeriod'> = async (context, { month, reason = '' }) => {
  await requireSoundBooks(context)
  await inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const checklist = await readChecklist(transaction, month, context.kontor)
    const accepted = checklist.filter(({ state }) => state === 'warning').map(({ id }) => id)
    // The order of the months has separate problems.
    if (checklist.some(({ id, state }) => state === 'blocking' && id === 'statements-tie'))
      throw new ProblemError('period-not-ready', { month })
    if (accepted.length > 0 && reason === '') throw invalidInput({ pointer: '/reason', reason: 'warnings-need-reason' })
    await changePeriod(transaction, context, actor, { month, action: 'closed', reason, accepted })
  })
  return loadPeriod(context, month)
}

/** `POST /api/finance/periods/:month/reopenings`: asks another person to reopen the last closed month. */
export const requestReopening: Action<'requestReopening'> = (context, { month, reason }) =>
  change(context, month, 'reopen_requested', reason)

/** `POST /api/finance/periods/:month/reopenings/approval`: not by the user who requested it. */
export const approveReopening: Action<'approveReopening'> = (context, { month }) => change(context, month, 'reopened')

/** `POST /api/finance/periods/:month/reopenings/rejection`. */
export const rejectReopening: Action<'rejectReopening'> = (context, { month, reason }) =>
  change(context, month, 'reopen_rejected', reason)

async function change(
  context: AuthenticatedContext,
  month: string,
  action: PeriodAction,
  reason = '',
): Promise<PeriodDetail> {
  await inTransaction(context, (transaction, actor) =>
    changePeriod(transaction, context, actor, { month, action, reason }),
  )
  return loadPeriod(context, month)
}

async function loadPeriod(context: AuthenticatedContext, month: string): Promise<PeriodDetail> {
  const period = await readPeriod(context, month)
  if (!period) throw new ProblemError('not-found')
  return period
}

const ofMoney: ReadonlySet<CheckId> = new Set(
  (['book', 'ledger', 'orders', 'statements', 'references'] as const).flatMap((part) => checksByPart[part]),
)

/** Throws `books-not-sound` when the self-check finds anything wrong with money. */
async function requireSoundBooks({ kontor }: AuthenticatedContext): Promise<void> {
  const { checks } = await waitForVerification(kontor)
  if (checks.some(({ id, passed }) => !passed && ofMoney.has(id))) throw new ProblemError('books-not-sound')
}

import type { Action, Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { followUp } from '#server/finance/matching/follow-up-actions.ts'
import { namesOf } from '#server/finance/matching/line-names.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { toOpenLine } from '#server/finance/matching/open-lines-store.ts'
import { askRefundProvider, findProcessingRefunds, type ProcessingRefund } from '#server/orders/money/ask-refund.ts'
import { isSameProvider } from '#shared/payment-providers.ts'
import { ProblemError } from '#shared/problem.ts'

/** The refunds that a line in the statement of a provider names and that this provider is still paying. */
export async function findAskable(
  db: Db,
  providers: { refundProviders?: Kontor['refundProviders'] | undefined },
  row: NonNullable<Awaited<ReturnType<typeof store.findLine>>>,
): Promise<ProcessingRefund[]> {
  const account = await store.findNamedAccount(db, row.account_id)
  if (account.role !== 'clearing' || row.match_id !== null) return []
  const refunds = await findProcessingRefunds(db, providers.refundProviders, namesOf(toOpenLine(row)))
  return refunds.filter(({ provider }) => isSameProvider(provider, account.provider))
}

/** `POST /api/finance/match-lines/:line/provider-requests`: asks the provider for the result of a refund that the line names; the answer is recorded with the refund and the line. */
export const checkRefundStatus: Action<'checkRefundStatus'> = async (context, { line: id, refund: number }) => {
  const { kontor } = context
  const { read } = kontor.database
  const [statementId = '', lineNumber] = id.split(':')
  const row = await store.findLine(read, statementId, Number(lineNumber))
  const refund = row && (await findAskable(read, kontor, row)).find((each) => each.number === number)
  if (!refund) throw new ProblemError('not-found')
  const answer = await askRefundProvider(kontor, refund)
  const { status, reason } = answer
  await followUp(context, id, async () => ({
    action: 'line.provider_asked',
    parameters: { document: number, provider: refund.provider, status, ...(reason && { reason }) },
  }))
  return { refund: number, ...answer }
}

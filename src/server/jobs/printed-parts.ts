import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { recordJobEvent } from '#server/jobs/create-job.ts'
import * as store from '#server/jobs/store.ts'
import { countDocuments, loadJob } from '#server/jobs/views.ts'
import { maxPrintedOrders } from '#shared/print/documents.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * What a job prints, and the numbers of the orders in one of its documents, from 1. Records that the user opens it. Throws `not-found` for a document that
 * it does not have, or not yet.
 */
export async function openPrintedPart(
  context: AuthenticatedContext,
  id: string,
  part: number,
): Promise<{ parameters: string; numbers: string[] }> {
  const db = context.kontor.database.read
  const job = await loadJob(db, context, id)
  if (part > countDocuments(job)) throw new ProblemError('not-found', { number: id })
  const skip = (part - 1) * maxPrintedOrders
  const numbers = await store.listDoneOrders(db, id, { skip, limit: maxPrintedOrders })
  const parameters = { from: skip + 1, to: skip + numbers.length }
  await inTransaction(context, (transaction) =>
    recordJobEvent(transaction, context, job, 'orders.print_opened', { parameters }),
  )
  return { parameters: job.parameters, numbers }
}

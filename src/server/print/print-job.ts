import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { ItemJobKind } from '#server/jobs/job-kind.ts'
import { openPrintedPart } from '#server/jobs/printed-parts.ts'
import { findOrder, findOrdersByNumber } from '#server/orders/find-order.ts'
import { findPrintReasons } from '#server/print/prepare-print.ts'
import { listPrintsOfJob, planPrint, type PrintOptions, recordPrint, renderPrint } from '#server/print/record-print.ts'
import type { BulkReason } from '#shared/orders/bulk-actions.ts'

/**
 * A job that prints many orders: for each it records the print, and issues the invoice or credit note. The documents are written when someone opens them,
 * from what was recorded, so that they are not kept a second time with personal data in them.
 */
export const printJobKind: ItemJobKind = {
  permission: 'orders.print',
  run: ({ context, job, item, settle }) =>
    inTransaction(context, async (transaction) => {
      const options = JSON.parse(job.parameters) as PrintOptions
      const skip = (reason: BulkReason): Promise<void> => settle(transaction, { result: 'skipped', reason })
      const order = await findOrder(transaction, item.order_number)
      if (!order) return skip('not-found')
      const [reason] = await findPrintReasons(transaction, [order], options.kind)
      if (reason) return skip(reason)
      const planned = (await planPrint(transaction, options.kind, [order])).flat()
      if (planned.length === 0) return skip('nothing-to-credit')
      await settle(transaction, { result: 'done' })
      await recordPrint(transaction, context, options, planned)
    }),
}

/** `POST /api/jobs/:job/prints`: one of the documents of a job, of orders as they are now. Each time is recorded. Throws `not-found` for one that it has not printed. */
export const printJobPart: Action<'printJobPart'> = async (context, { job: id, part }) => {
  const { kontor } = context
  const { parameters, numbers } = await openPrintedPart(context, id, part)
  const found = new Map((await findOrdersByNumber(kontor.database.read, numbers)).map((order) => [order.number, order]))
  const orders = numbers.flatMap((number) => found.get(number) ?? [])
  return renderPrint(
    kontor,
    JSON.parse(parameters) as PrintOptions,
    await listPrintsOfJob(kontor.database.read, id, orders),
  )
}

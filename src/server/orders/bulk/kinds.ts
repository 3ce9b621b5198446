import type { ItemJobKind, JobStep } from '#server/jobs/job-kind.ts'
import type { Transaction } from '#server/db/database.ts'
import { listOrderEvents, parseParameters } from '#server/events/events.ts'
import { type Annotation, writeAnnotation } from '#server/orders/annotations/annotate-order.ts'
import { writeAssignee, writeTag, writeUntag } from '#server/orders/annotations/annotation-actions.ts'
import { toBulkFacts } from '#server/orders/bulk/facts.ts'
import { type OrderChange, writeOrderChange } from '#server/orders/change-order.ts'
import {
  isDayAhead,
  postCancellation,
  toArchive,
  toHold,
  toRelease,
  toUnarchive,
} from '#server/orders/lifecycle-actions.ts'
import { createShipment, revertShipment } from '#server/orders/fulfillment/shipment-actions.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import {
  type BulkAction,
  bulkPermissions,
  type BulkParameters,
  type BulkReason,
  findBulkReason,
} from '#shared/orders/bulk-actions.ts'

/** What an order had before a job changed it, and what undoing that compares. */
interface UndoState {
  /** The version that the job made; the order must still have it. */
  version?: number
  assigneeId?: string
  reason?: string
  until?: string
}

type Change = (
  step: JobStep,
  transaction: Transaction,
  order: OrderRecord,
  parameters: BulkParameters,
) => Promise<OrderChange> | OrderChange

/** Takes back what a job did to an order, which is as the job left it. */
type UndoChange = (
  step: JobStep,
  transaction: Transaction,
  order: OrderRecord,
  state: UndoState,
) => Promise<OrderChange> | OrderChange

interface ChangeOptions {
  /** Why the job does nothing any more, whatever the order. */
  findReason?: (step: JobStep, parameters: BulkParameters) => BulkReason | undefined
  before?: (order: OrderRecord) => UndoState
  undo?: UndoChange
}

/** A job that changes orders: `undo` gets what `before` has kept of them. */
const changeJob = (
  action: BulkAction,
  change: Change,
  { findReason, before, undo }: ChangeOptions = {},
): ItemJobKind => ({
  permission: bulkPermissions[action],
  run: (step) =>
    writeOrderChange(step.context, { number: step.item.order_number }, async (order, transaction) => {
      const parameters = readParameters(step)
      const reason = findBulkReason(toBulkFacts(order), action, parameters) ?? findReason?.(step, parameters)
      if (reason !== undefined) return skip(step, transaction, reason)
      await step.settle(transaction, { result: 'done', undo: { version: order.version + 1, ...before?.(order) } })
      return change(step, transaction, order, parameters)
    }),
  ...(undo && {
    undo: (step) =>
      writeOrderChange(step.context, { number: step.item.order_number }, async (order, transaction) => {
        const state = readUndo(step)
        // What happened since then was decided with the order as the job left it.
        if (order.version !== state.version) return skip(step, transaction, 'changed-meanwhile')
        await step.settle(transaction, { result: 'done' })
        return undo(step, transaction, order, state)
      }),
  }),
})

type Annotate = (
  transaction: Transaction,
  order: OrderRecord,
  parameters: BulkParameters,
  state: UndoState,
) => Promise<Annotation | undefined>

/** A job that adds to orders what needs no version; undoing it leaves alone what is not as the job left it. */
const annotationJob = (
  action: 'tag' | 'untag' | 'assign',
  annotate: Annotate,
  { undo, isAsLeft }: { undo: Annotate; isAsLeft: (order: OrderRecord, parameters: BulkParameters) => boolean },
): ItemJobKind => ({
  permission: bulkPermissions[action],
  run: (step) =>
    writeAnnotation(step.context, step.item.order_number, async (transaction, order) => {
      const parameters = readParameters(step)
      const reason = findBulkReason(toBulkFacts(order), action, parameters)
      if (reason !== undefined) return skip(step, transaction, reason)
      await step.settle(transaction, { result: 'done', undo: { assigneeId: order.assignee_id ?? '' } })
      return annotate(transaction, order, parameters, {})
    }),
  undo: (step) =>
    writeAnnotation(step.context, step.item.order_number, async (transaction, order) => {
      const parameters = readParameters(step)
      if (!isAsLeft(order, parameters)) return skip(step, transaction, 'changed-meanwhile')
      await step.settle(transaction, { result: 'done' })
      return undo(transaction, order, parameters, readUndo(step))
    }),
})

async function skip(step: JobStep, transaction: Transaction, reason: BulkReason): Promise<undefined> {
  await step.settle(transaction, { result: 'skipped', reason })
}

/** What the job does, with what its item says of its own. */
const readParameters = ({ job, item }: JobStep): BulkParameters => ({
  ...(JSON.parse(job.parameters) as BulkParameters),
  ...(job.undoes === null && item.parameters !== '' && (JSON.parse(item.parameters) as Partial<BulkParameters>)),
})

const readUndo = ({ item }: JobStep): UndoState => JSON.parse(item.parameters || '{}') as UndoState

/** The number of the shipment that a job created for an order. */
async function findShipmentOfJob(transaction: Transaction, orderId: string, jobId: string): Promise<string> {
  const events = await listOrderEvents(transaction, 'order.shipped', [orderId])
  const shipped = events
    .map(({ parameters }) => parseParameters(parameters).parameters)
    .find((parameters) => parameters['job'] === jobId)
  return String(shipped?.['shipment'])
}

const hasTag = (order: OrderRecord, tag: string): boolean => toBulkFacts(order).tags.includes(tag)

/** What the jobs on orders do with each order. */
export const orderJobKinds: Readonly<Record<BulkAction, ItemJobKind>> = {
  ship: changeJob(
    'ship',
    ({ context }, transaction, order, { carrier, trackingNumber = '' }) =>
      createShipment(context, transaction, order, { carrier, trackingNumber }),
    {
      undo: async ({ context, job }, transaction, order) =>
        revertShipment(context, transaction, order, {
          number: await findShipmentOfJob(transaction, order.id, job.undoes ?? ''),
          reason: '',
        }),
    },
  ),
  tag: annotationJob('tag', (transaction, order, { tag }) => writeTag(transaction, order, tag), {
    isAsLeft: (order, { tag }) => hasTag(order, tag),
    undo: (transaction, order, { tag }) => writeUntag(transaction, order, tag),
  }),
  untag: annotationJob('untag', (transaction, order, { tag }) => writeUntag(transaction, order, tag), {
    isAsLeft: (order, { tag }) => !hasTag(order, tag),
    undo: (transaction, order, { tag }) => writeTag(transaction, order, tag),
  }),
  assign: annotationJob(
    'assign',
    (transaction, order, { assigneeId }) => writeAssignee(transaction, order, assigneeId),
    {
      isAsLeft: (order, { assigneeId }) => (order.assignee_id ?? '') === assigneeId,
      undo: (transaction, order, _parameters, { assigneeId = '' }) => writeAssignee(transaction, order, assigneeId),
    },
  ),
  hold: changeJob('hold', (_step, _transaction, _order, { reason, until }) => toHold({ reason, until }), {
    // The job may have been started or resumed days after its preview.
    findReason: ({ context }, { until }) => (isDayAhead(context, until) ? undefined : 'until-passed'),
    undo: (_step, _transaction, order) => toRelease(order),
  }),
  release: changeJob('release', (_step, _transaction, order) => toRelease(order), {
    before: (order) => ({ reason: order.hold_reason, until: order.hold_until }),
    undo: (_step, _transaction, _order, { reason = '', until = '' }) => toHold({ reason, until }),
  }),
  archive: changeJob('archive', toArchive, { undo: toUnarchive }),
  unarchive: changeJob('unarchive', toUnarchive, { undo: toArchive }),
  cancel: changeJob('cancel', ({ context }, transaction, order, { reason }) =>
    postCancellation(context, transaction, order, reason),
  ),
}

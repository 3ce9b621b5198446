import type { Action, AuthenticatedContext, CurrentUser } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import { chooseWithin } from '#server/orders/fulfillment/choose-within.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { recountOrder } from '#server/orders/fulfillment/recount-order.ts'
import * as store from '#server/orders/fulfillment/return-store.ts'
import { awaitedQuantityOf, toReturnFields } from '#server/orders/fulfillment/returns.ts'
import { listLines } from '#server/orders/lines.ts'
import { add } from '#shared/money.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { type ReturnAction, returnLifecycle } from '#shared/orders/return.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { type FieldError, invalidInput, ProblemError } from '#shared/problem.ts'
import { allowedActions, nextState } from '#shared/state-machine.ts'

/** `POST /api/orders/:number/returns`: of what was shipped and neither came back nor is announced. */
export const requestReturn: Action<'requestReturn'> = (context, { reason, lines: chosen, approved, ...target }) =>
  changeOrder(context, { ...target, action: 'requestReturn' }, async (order, transaction, actor) => {
    const { kontor } = context
    const [lines, returns] = [await listLines(transaction, order.id), await store.listReturns(transaction, order.id)]
    const limits = lines.map((line): [string, number] => {
      const awaited = add(...returns.map((record) => awaitedQuantityOf(record, line.id)))
      return [line.id, line.shipped_quantity - line.returned_quantity - awaited]
    })
    const parts = chooseWithin(new Map(limits), chosen)
    const now = kontor.now()
    const [number = ''] = await allocateNumbers(transaction, kontor.book.timeZone, 'RT', [now])
    const id = newId()
    const requested: store.ReturnRecord = {
      row: {
        id,
        number,
        order_id: order.id,
        status: approved ? 'approved' : 'requested',
        reason,
        closing_reason: '',
        requested_at: now,
        requested_by: actor.id,
      },
      lines: parts.map((part) => ({ return_id: id, order_id: order.id, line_id: part.id, quantity: part.quantity })),
      receipts: [],
    }
    await store.insertReturn(transaction, order, requested)
    const itemCount = add(...parts.map(({ quantity }) => quantity))
    return {
      columns: {},
      event: { action: 'order.return_requested', parameters: { return: number, reason, itemCount }, at: now },
      documentChanges: diffFields(new Map(), toReturnFields(requested)),
    }
  })

/** `POST /api/orders/:number/returns/:returnNumber/approval`. */
export const approveReturn: Action<'approveReturn'> = (context, target) =>
  changeReturn(context, target, 'approveReturn', (_, record) => ({
    after: record,
    event: { action: 'order.return_approved' },
  }))

/** `POST /api/orders/:number/returns/:returnNumber/rejection`. */
export const rejectReturn: Action<'rejectReturn'> = (context, { reason, ...target }) =>
  changeReturn(context, target, 'rejectReturn', (_, { row, ...record }) => ({
    after: { row: { ...row, closing_reason: reason }, ...record },
    event: { action: 'order.return_rejected', parameters: { reason } },
  }))

/** `POST /api/orders/:number/returns/:returnNumber/cancellation`. */
export const cancelReturn: Action<'cancelReturn'> = (context, { reason, ...target }) =>
  changeReturn(context, target, 'cancelReturn', (_, { row, ...record }) => ({
    after: { row: { ...row, closing_reason: reason }, ...record },
    event: { action: 'order.return_cancelled', parameters: { reason } },
  }))

/** `POST /api/orders/:number/returns/:returnNumber/completion`: nothing more is expected, and what is refunded is decided. */
export const completeReturn: Action<'completeReturn'> = (context, target) =>
  changeReturn(context, target, 'completeReturn', (_, record) => ({
    after: record,
    event: { action: 'order.return_completed' },
  }))

/** `POST /api/orders/:number/returns/:returnNumber/receipts`: what arrived, line by line. */
export const receiveReturn: Action<'receiveReturn'> = (context, { lines: received, ...target }) =>
  changeReturn(context, target, 'receiveReturn', (actor, { row, lines, receipts }) => {
    const record = { row, lines, receipts }
    const limits = lines.map(({ line_id }): [string, number] => [line_id, awaitedQuantityOf(record, line_id)])
    chooseWithin(new Map(limits), received, { repeat: true })
    const errors = received.flatMap(({ condition, restock, quantity }, index): FieldError[] =>
      quantity > 0 && condition === 'missing' && restock
        ? [{ pointer: `/lines/${index}/condition`, reason: 'missing-restocked' }]
        : [],
    )
    if (errors.length > 0) throw invalidInput(...errors)
    const at = context.kontor.now()
    const arrived = received
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, quantity, condition, restock }) => ({
        id: newId(),
        return_id: row.id,
        order_id: row.order_id,
        line_id: id,
        quantity,
        condition,
        restock: restock ? 1 : 0,
        received_at: at,
        received_by: actor.id,
      }))
    const came = arrived.filter(({ condition }) => condition !== 'missing')
    return {
      after: { row, lines, receipts: [...receipts, ...arrived] },
      event: {
        action: 'order.return_received',
        parameters: { itemCount: add(...came.map(({ quantity }) => quantity)) },
      },
    }
  })

interface ReturnChange {
  /** The return with what the action adds; its status follows from the action. */
  after: store.ReturnRecord
  event: Pick<OrderChange['event'], 'action' | 'parameters'>
}

/** Takes an action on a return, and adds up its order again if something arrived. */
const changeReturn = (
  context: AuthenticatedContext,
  { number, returnNumber, version }: { number: string; returnNumber: string; version: number },
  action: ReturnAction,
  decide: (actor: CurrentUser, record: store.ReturnRecord) => ReturnChange,
): Promise<OrderView> =>
  changeOrder(context, { number, version, action }, async (order, transaction, actor) => {
    const records = await store.listReturns(transaction, order.id)
    const before = records.find(({ row }) => row.number === returnNumber)
    if (!before) throw new ProblemError('not-found', { number: returnNumber })
    const status = nextState(returnLifecycle, before.row.status, action)
    if (status === undefined)
      throw new ProblemError('illegal-transition', {
        allowedActions: allowedActions(returnLifecycle, before.row.status).join(' '),
      })
    const decided = decide(actor, before)
    const after = { ...decided.after, row: { ...decided.after.row, status } }
    await store.updateReturn(transaction, before, after)
    return {
      columns: action === 'receiveReturn' ? await recountOrder(transaction, order) : {},
      event: {
        ...decided.event,
        // Not `return`, which names the event that created it.
        parameters: { ...decided.event.parameters, returned: returnNumber },
      },
      documentChanges: diffFields(toReturnFields(before), toReturnFields(after)),
    }
  })

import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { assertLegal, changeOrder, type OrderChange } from '#server/orders/change-order.ts'
import { yieldForLines } from '#server/runtime/event-loop.ts'
import { requireEditWithinLimits } from '#server/orders/edits/discount-limit.ts'
import { parseEdit } from '#server/orders/edits/edit-input.ts'
import { withCustomer } from '#server/orders/edits/with-customer.ts'
import { postEdit } from '#server/orders/edits/post-edit.ts'
import { listRefundedQuantities } from '#server/orders/edits/edit-store.ts'
import { priceEdit } from '#server/orders/edits/edit-price.ts'
import { editTexts, isTextEdit } from '#server/orders/edits/edit-texts.ts'
import { hasChanges, listChanges, toFields } from '#server/orders/recorded-fields.ts'
import * as store from '#server/orders/store.ts'
import { findFieldsAt } from '#server/orders/edits/earlier-order.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import type { EditOrderInput } from '#shared/orders/edit-inputs.ts'
import { lineIdOf } from '#shared/orders/fields.ts'
import { mergeEdits } from '#shared/orders/merge-edits.ts'
import { listLines, toLineQuantities } from '#server/orders/lines.ts'
import { balanceOf, fulfillmentStatusOf, paymentStatusOf } from '#shared/orders/order.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `POST /api/orders/:number/edits`. Throws `changed-meanwhile` with the conflicts, and `invalid-input` for what the order does not allow. */
export const editOrder: Action<'editOrder'> = (context, { number, ...input }) =>
  changeOrder(context, { number, action: 'edit' }, async (order, transaction, actor) => {
    const change = await evaluateEdit(transaction, context, order, input)
    if (!change) return undefined
    const given = await requireEditWithinLimits(transaction, context.kontor, actor, order, change)
    const columns = await withCustomer(transaction, context, order, change.columns)
    const at = context.kontor.now()
    await postEdit(transaction, context, { order, columns: change.columns, at })
    return { ...change, columns, event: { ...change.event, at, parameters: { ...change.event.parameters, ...given } } }
  })

/** `POST /api/orders/:number/edit-previews`: the order as an edit would change it. Writes nothing. */
export const previewOrderEdit: Action<'previewOrderEdit'> = async (context, { number, ...input }) => {
  const { read } = context.kontor.database
  const order = await findOrder(read, number)
  if (!order) throw new ProblemError('not-found', { number })
  assertLegal(order, 'edit')
  const change = await evaluateEdit(read, context, order, input)
  const after = { ...order, ...change?.columns }
  return {
    subtotalMinor: after.subtotal_minor,
    discountMinor: after.discount_minor,
    shippingMinor: after.shipping_minor,
    taxMinor: after.tax_minor,
    totalMinor: after.total_minor,
    differenceMinor: after.total_minor - order.total_minor,
    balanceMinor: balanceOf({ ...toOrderFacts(after), grantedMinor: after.granted_minor }),
    changes: change ? listChanges(order, change) : [],
  }
}

/** What an edit changes, merged with what others changed since its version; `undefined` if it changes nothing. */
async function evaluateEdit(
  db: Db,
  context: AuthenticatedContext,
  order: OrderRecord,
  input: EditOrderInput,
): Promise<OrderChange | undefined> {
  const lines = namesAmounts(input) ? await listLines(db, order.id) : []
  const theirs = toFields(order, lines)
  const { version, conflictVersion, choices = {} } = input
  const base = await findFieldsAt(db, order, theirs, version)
  const {
    values: mine,
    pointers,
    errors,
  } = parseEdit(input, {
    base,
    currency: order.currency,
    newLineId: (index, line) =>
      Bun.randomUUIDv5(JSON.stringify([order.id, version, context.session.user.id, index, line]), lineNamespace),
  })
  if (errors.length > 0) throw invalidInput(...errors)
  await yieldForLines(lines.length)
  const seen = conflictVersion === undefined ? undefined : await findFieldsAt(db, order, theirs, conflictVersion)
  const { values, conflicts } = mergeEdits({ base, theirs, mine, resolution: seen && { seen, choices } })
  if (conflicts.length > 0)
    throw await changedMeanwhile(db, context, {
      object: ['order', order.id],
      versionParameter: 'version',
      conflicts,
      extension: { conflicts, conflictVersion: order.version },
    })
  const change =
    input.discount === undefined && input.taxRate === undefined && isTextEdit(values)
      ? { columns: editTexts(order, values) }
      : await changeAmounts(db, order, {
          lines,
          fields: theirs,
          values,
          pointers,
          discount: input.discount,
          taxRate: input.taxRate,
        })
  if (!hasChanges(order, change)) return undefined
  const isMerged = version !== order.version
  // The audit log shows the amounts in this currency.
  const parameters = { currency: order.currency, ...(isMerged && { merged: 1 }) }
  return { ...change, event: { action: 'order.edited', parameters } }
}

/** Whether the input has more than texts; a form sends everything that it shows. */
const namesAmounts = ({ lines, addedLines, discount, shipping, tax, taxRate }: EditOrderInput): boolean =>
  [lines, addedLines, discount, shipping, tax, taxRate].some((value) => value !== undefined)

/** Lines get the same id when the same edit is sent again, so that they are added once. */
const lineNamespace = '6f1c2c0e-7c1b-4f6e-9d53-2a5f5f0c8e11'

async function changeAmounts(
  db: Db,
  order: OrderRecord,
  edit: Omit<Parameters<typeof priceEdit>[0], 'order' | 'refunded'>,
): Promise<Pick<OrderChange, 'columns' | 'lines'>> {
  const { lines, values } = edit
  const changesLines = [...values.keys()].some((field) => lineIdOf(field) !== undefined)
  const refunded = changesLines ? await listRefundedQuantities(db, order.id) : new Map<string, number>()
  await yieldForLines(lines.length)
  const priced = priceEdit({ ...edit, order, refunded })
  await yieldForLines(lines.length)
  return { columns: withStatuses(order, priced), lines: { before: lines, after: priced.lines } }
}

function withStatuses(
  order: OrderRecord,
  { columns, lines }: ReturnType<typeof priceEdit>,
): Partial<store.OrderColumns> {
  const after = { ...order, ...columns }
  const fulfillmentStatus = fulfillmentStatusOf(lines.map(toLineQuantities))
  const facts = { ...toOrderFacts(after), fulfillmentStatus }
  return {
    ...columns,
    fulfillment_status: fulfillmentStatus,
    payment_status: paymentStatusOf({ ...facts, authorizedMinor: after.authorized_minor }),
    status: settledStatus({ ...facts, grantedMinor: after.granted_minor }),
  }
}

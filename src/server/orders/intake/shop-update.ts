import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { postMovements, requireCapacity } from '#server/finance/movements.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import { changeRefund, type EntryKey } from '#server/orders/money/change-refund.ts'
import { updateLines } from '#server/orders/change-store.ts'
import { hashDraft } from '#server/orders/intake/numbered-draft.ts'
import { insertReceived } from '#server/orders/intake/import-store.ts'
import * as moneyStore from '#server/orders/money/money-store.ts'
import { createPaymentRow } from '#server/orders/money/create-payment-row.ts'
import { createRefundRow } from '#server/orders/money/create-refund-row.ts'
import { allocateNumbers } from '#server/orders/numbers.ts'
import { toLedgerOrder, toMoney } from '#server/orders/order-money.ts'
import type { ShopUpdatePlan } from '#server/orders/intake/plan-shop-update.ts'
import { postEdit } from '#server/orders/edits/post-edit.ts'
import { recountOrder } from '#server/orders/fulfillment/recount-order.ts'
import { toNumberToken } from '#server/orders/tokens/search-words.ts'
import * as shipments from '#server/orders/fulfillment/shipment-store.ts'
import { storePayment } from '#server/orders/money/store-payment.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { withCustomer } from '#server/orders/edits/with-customer.ts'
import type { EventView } from '#shared/events/views.ts'
import { add } from '#shared/money.ts'
import { paymentStatusOf } from '#shared/orders/order.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'

interface ShopUpdateParts {
  order: OrderRecord
  plan: ShopUpdatePlan
  at: number
}

/** Writes what the shop has changed of one order, once; `#order` is the order as the steps so far have made it. */
export class ShopUpdate {
  readonly #transaction: Transaction
  readonly #context: RequestContext
  readonly #plan: ShopUpdatePlan
  readonly #at: number
  readonly #before: OrderRecord
  #order: OrderRecord
  #documentChanges: NonNullable<OrderChange['documentChanges']>[number][] = []
  #parameters: EventView['parameters'] = {}

  constructor(transaction: Transaction, context: RequestContext, { order, plan, at }: ShopUpdateParts) {
    this.#transaction = transaction
    this.#context = context
    this.#plan = plan
    this.#at = at
    this.#before = order
    this.#order = order
  }

  async write(eventParameters: EventView['parameters']): Promise<OrderChange> {
    const { columns, lines, revision, kept } = this.#plan
    await postEdit(this.#transaction, this.#context, { order: this.#order, columns, at: this.#at })
    this.#apply({ columns: await withCustomer(this.#transaction, this.#context, this.#order, columns) })
    // Shipments refer to lines that the shop added.
    await updateLines(this.#transaction, this.#order.id, lines)
    await this.#capture()
    await this.#ship()
    await this.#cancel()
    await this.#refund()
    await this.#settle()
    const hash = hashDraft(this.#plan.draft)
    await insertReceived(this.#transaction, {
      order_id: this.#order.id,
      revision: revision + 1,
      hash,
      payload: JSON.stringify(this.#plan.draft),
    })
    return {
      columns: this.#changedColumns(),
      lines: { ...lines, areStored: true },
      event: {
        action: 'order.updated_from_shop',
        parameters: { ...eventParameters, ...this.#parameters, hash, kept: kept.length },
        at: this.#at,
      },
      documentChanges: this.#documentChanges,
    }
  }

  async #capture(): Promise<void> {
    const { payment } = this.#plan.draft
    const amountMinor = this.#increaseOf('capturedMinor', this.#order.captured_minor)
    if (!payment || amountMinor === 0) return
    const { currency, total_minor: totalMinor } = this.#order
    await requireCapacity(this.#transaction, currency, Math.max(amountMinor, totalMinor))
    const stored = await storePayment(this.#transaction, this.#context, {
      order: this.#order,
      payment: createPaymentRow({
        number: await this.#allocateNumber('PY', payment.capturedAt),
        order_id: this.#order.id,
        provider: payment.provider,
        reference: payment.reference,
        currency,
        amount_minor: amountMinor,
        subsidy_minor: this.#order.captured_minor === 0 ? (payment.subsidyMinor ?? 0) : 0,
        captured_at: payment.capturedAt,
        recorded_at: this.#at,
      }),
      authorizedMinor: this.#order.authorized_minor,
      entryKey: this.#entryKey('payment'),
    })
    this.#apply(stored)
  }

  async #ship(): Promise<void> {
    const { values, lines } = this.#plan
    const parts = lines.after.flatMap(({ id, shipped_quantity }) => {
      const shipped = values.get(`lines.${id}.shippedQuantity`)
      const quantity = Number(shipped ?? shipped_quantity) - shipped_quantity
      return quantity > 0 ? [{ line_id: id, quantity }] : []
    })
    const { shippedAt, shippingMethod: carrier } = this.#plan.draft
    if (shippedAt === null || parts.length === 0) return
    const number = await this.#allocateNumber('SH', shippedAt)
    const id = newId()
    await shipments.insertShipment(
      this.#transaction,
      this.#order,
      {
        id,
        number,
        order_id: this.#order.id,
        carrier,
        tracking_number: '',
        shipped_at: shippedAt,
        recorded_at: this.#at,
        created_by: null,
      },
      parts.map((part) => ({ shipment_id: id, order_id: this.#order.id, ...part })),
    )
    const itemCount = add(...parts.map(({ quantity }) => quantity))
    this.#parameters = { shipment: number, carrier, trackingNumber: '', itemCount, shippedAt }
  }

  async #cancel(): Promise<void> {
    const { cancelledAt } = this.#plan.draft
    if (cancelledAt === null || !this.#plan.values.has('cancelled')) return
    await requireCapacity(this.#transaction, this.#order.currency, this.#order.captured_minor)
    await postMovements(this.#transaction, this.#context, [
      {
        kind: 'cancelled',
        order: toLedgerOrder(this.#order),
        occurredAt: cancelledAt,
        ...this.#entryKey('cancellation'),
      },
    ])
    this.#apply({
      columns: {
        status: 'cancelled',
        cancelled_at: cancelledAt,
        authorized_minor: 0,
        hold_reason: '',
        hold_until: '',
      },
    })
  }

  /** One refund of each payment from which money went back, those of the shop first. */
  async #refund(): Promise<void> {
    const { refund } = this.#plan.draft
    let leftMinor = this.#increaseOf('refundedMinor', this.#order.refunded_minor)
    if (!refund || leftMinor === 0) return
    const payments = await moneyStore.listPayments(this.#transaction, this.#order.id)
    for (const payment of payments.toSorted((a, b) => Number(a.created_by !== null) - Number(b.created_by !== null))) {
      const amountMinor = Math.min(leftMinor, payment.captured_minor - payment.refunded_minor - payment.disputed_minor)
      if (amountMinor === 0) continue
      leftMinor -= amountMinor
      const number = await this.#allocateNumber('RF', refund.refundedAt)
      this.#apply(
        await changeRefund(this.#transaction, this.#context, {
          order: this.#order,
          payment,
          after: createRefundRow({
            number,
            order_id: this.#order.id,
            payment_id: payment.id,
            status: 'succeeded',
            currency: this.#order.currency,
            amount_minor: amountMinor,
            refunded_at: refund.refundedAt,
            recorded_at: this.#at,
          }),
          lines: [],
          event: 'refund.succeeded',
          entryKey: this.#entryKey(`refund/${payment.number}`),
        }),
      )
      await insertTokens(this.#transaction, this.#order, [toNumberToken(number)])
    }
  }

  /** The statuses that follow. A shop completes what it has refunded in full, also if nothing of it was shipped. */
  async #settle(): Promise<void> {
    this.#apply({ columns: await recountOrder(this.#transaction, this.#order) })
    const { status, captured_minor: capturedMinor, refunded_minor: refundedMinor } = this.#order
    const isRefunded = this.#plan.draft.status === 'completed' && capturedMinor > 0 && refundedMinor === capturedMinor
    if (status === 'open' && isRefunded && !(await this.#hasOwnShipments()))
      this.#apply({ columns: { status: 'completed' } })
    this.#apply({
      columns: {
        payment_status: paymentStatusOf({ ...toMoney(this.#order), authorizedMinor: this.#order.authorized_minor }),
      },
    })
  }

  /** Whether something was shipped in Kontor, or a shipment was cancelled there. */
  async #hasOwnShipments(): Promise<boolean> {
    const all = await shipments.listShipments(this.#transaction, this.#order.id)
    return all.some(({ created_by, cancelled_at }) => created_by !== null || cancelled_at !== null)
  }

  #apply({ columns, documentChanges = [] }: Pick<OrderChange, 'columns' | 'documentChanges'>): void {
    this.#order = { ...this.#order, ...columns }
    this.#documentChanges.push(...documentChanges)
  }

  #changedColumns(): OrderChange['columns'] {
    const changed = Object.entries(this.#order).filter(
      ([column, value]) => value !== this.#before[column as keyof OrderRecord],
    )
    return Object.fromEntries(changed)
  }

  #increaseOf(field: string, nowMinor: number): number {
    return Number(this.#plan.values.get(field) ?? nowMinor) - nowMinor
  }

  async #allocateNumber(kind: 'PY' | 'RF' | 'SH', time: number): Promise<string> {
    const { timeZone } = this.#context.kontor.book
    const [number = ''] = await allocateNumbers(this.#transaction, timeZone, kind, [time])
    return number
  }

  /** The key of a ledger entry: what the shop says of an order with a revision is posted once. */
  #entryKey(what: string): EntryKey {
    const { source, external_id: externalId } = this.#order
    return { source, externalId: `${externalId}/revisions/${this.#plan.revision + 1}/${what}` }
  }
}

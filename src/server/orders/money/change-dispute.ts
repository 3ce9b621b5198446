import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { postDispute } from '#server/finance/dispute-entries.ts'
import type { OrderChange } from '#server/orders/change-order.ts'
import { type DisputeRecord, listDisputes, updateDispute } from '#server/orders/money/dispute-store.ts'
import { toDisputeFields } from '#server/orders/money/disputes.ts'
import { listPayments, type PaymentRecord } from '#server/orders/money/money-store.ts'
import { toMoney } from '#server/orders/order-money.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { allocate } from '#shared/money.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import { diffFields } from '#shared/orders/fields.ts'
import { balanceOf, paymentStatusOf } from '#shared/orders/order.ts'

/** A dispute as its ledger entries name it. */
export const toPostedDispute = (
  order: Pick<OrderRecord, 'id' | 'number' | 'currency'>,
  payment: Pick<PaymentRecord, 'id' | 'number' | 'provider'>,
  { id, number, reference, settlement_currency }: DisputeRecord,
) => ({ id, number, reference, order, payment, settlementCurrency: settlement_currency })

/**
 * Completes a change after which money is owed to a customer who has already recovered some with a lost dispute: that part is no longer
 * owed, and no loss. Returns the change as it is when there is nothing to offset, as for nearly all orders.
 */
export async function offsetDisputes(
  transaction: Transaction,
  context: RequestContext,
  order: OrderRecord,
  change: OrderChange,
): Promise<OrderChange> {
  const after = { ...order, ...change.columns }
  const owedMinor = -balanceOf(toMoney(after))
  let leftMinor = Math.min(owedMinor, after.dispute_lost_minor - after.dispute_offset_minor)
  if (leftMinor <= 0) return change
  const payments = await listPayments(transaction, order.id)
  const changes = [...(change.documentChanges ?? [])]
  let offsetMinor = after.dispute_offset_minor
  for (const dispute of await listDisputes(transaction, order.id)) {
    const payment = payments.find(({ id }) => id === dispute.payment_id)
    const lostMinor = dispute.amount_minor - dispute.offset_minor
    if (dispute.status !== 'lost' || !payment || lostMinor === 0 || leftMinor === 0) continue
    const amountMinor = Math.min(leftMinor, lostMinor)
    const taxLeftMinor = dispute.tax_minor - dispute.offset_tax_minor
    const [taxMinor = 0] = allocate(taxLeftMinor, [amountMinor, lostMinor - amountMinor])
    await postDispute(transaction, context, {
      rule: 'offset',
      dispute: toPostedDispute(order, payment, dispute),
      amountMinor,
      taxMinor,
      occurredAt: context.kontor.now(),
      externalId: `${dispute.number}/offset/${order.version + 1}`,
    })
    const changed = {
      ...dispute,
      offset_minor: dispute.offset_minor + amountMinor,
      offset_tax_minor: dispute.offset_tax_minor + taxMinor,
    }
    await updateDispute(transaction, changed)
    changes.push(...diffFields(toDisputeFields(dispute), toDisputeFields(changed)))
    leftMinor -= amountMinor
    offsetMinor += amountMinor
  }
  const money = toMoney({ ...after, dispute_offset_minor: offsetMinor })
  return {
    ...change,
    columns: {
      ...change.columns,
      dispute_offset_minor: offsetMinor,
      payment_status: paymentStatusOf({ ...money, authorizedMinor: after.authorized_minor }),
      status: settledStatus({ ...money, fulfillmentStatus: after.fulfillment_status }),
    },
    documentChanges: changes,
  }
}

import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { loadOrderBalances, loadDisputeTaxes, findDisputeEntry } from '#server/finance/document-entries-store.ts'
import { loadOrderTaxes } from '#server/finance/order-taxes.ts'
import { postEntries } from '#server/finance/ledger.ts'
import { requireCapacity } from '#server/finance/movements.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import {
  type DisputeLine,
  disputePostings,
  type DisputeRule,
  splitDisputeTax,
  taxOfDispute,
} from '#shared/finance/dispute-posting.ts'

/** A dispute as its entries name it. */
interface PostedDispute {
  id: string
  number: string
  order: { id: string; number: string; currency: string }
  payment: { id: string; number: string; provider: string }
  /** In which its payment is settled; empty for the order's. */
  settlementCurrency: string
  /** The ID of the dispute at the provider. */
  reference: string
}

/** What happens to a dispute: the amounts of a rule in `disputePostings`. */
interface DisputeMovement {
  rule: DisputeRule
  dispute: PostedDispute
  amountMinor: number
  feeMinor?: number
  /** The amount that the provider takes or returns for a payment settled in another currency. */
  settledMinor?: number
  taxMinor?: number
  /** When it happened, ms. */
  occurredAt: number
  /** Identifies the entry, so that it is never posted twice. */
  externalId: string
}

/** Posts the entry of a dispute. It is linked with its order, but moves nothing of the order's balances except what it offsets. */
export async function postDispute(
  transaction: Transaction,
  context: RequestContext,
  { rule, dispute, amountMinor, feeMinor = 0, settledMinor = 0, taxMinor = 0, occurredAt, externalId }: DisputeMovement,
): Promise<void> {
  const { order, payment, settlementCurrency } = dispute
  await requireCapacity(transaction, order.currency, amountMinor + (settledMinor === 0 ? feeMinor : 0))
  if (settledMinor !== 0) await requireCapacity(transaction, settlementCurrency, settledMinor + feeMinor)
  const posted: DisputeLine[] = disputePostings[rule]({ amountMinor, feeMinor, settledMinor, taxMinor })
  const lines = posted.map(({ role, amountMinor: minor, isSettled }) => ({
    amountMinor: minor,
    purpose: {
      role,
      provider: role === 'clearing' ? payment.provider : '',
      currency: isSettled ? settlementCurrency : order.currency,
    },
  }))
  const accountIdOf = await resolveAccounts(
    transaction,
    context.kontor.book.currency,
    lines.map(({ purpose }) => purpose),
  )
  await postEntries(transaction, context, [
    {
      kind: `dispute.${rule}`,
      occurredAt,
      memo: dispute.reference,
      source: 'kontor',
      externalId,
      links: [
        { type: 'dispute', object_id: dispute.id, number: dispute.number },
        { type: 'order', object_id: order.id, number: order.number },
        { type: 'payment', object_id: payment.id, number: payment.number },
      ],
      lines: lines.map(({ purpose, amountMinor: minor }) => ({ accountId: accountIdOf(purpose), amountMinor: minor })),
      taxes:
        rule === 'lost'
          ? splitDisputeTax(taxMinor, (await loadOrderTaxes(transaction, [order.id])).get(order.id) ?? [])
          : splitDisputeTax(-taxMinor, await loadDisputeTaxes(transaction, dispute.id)),
    },
  ])
}

/** Reverses the last entry of a rule of a dispute, today. */
export async function reverseDispute(
  transaction: Transaction,
  context: RequestContext,
  {
    rule,
    dispute,
    memo,
    externalId,
  }: Pick<DisputeMovement, 'rule' | 'externalId'> & {
    dispute: { id: string; number: string }
    memo: string
  },
): Promise<void> {
  const entry = await findDisputeEntry(transaction, dispute.id, `dispute.${rule}`)
  if (!entry) throw new Error(`There is no entry dispute.${rule} of ${dispute.number}`)
  await reverseEntry(transaction, context, { seq: entry.seq, memo, source: 'kontor', externalId })
}

/** The tax in a disputed amount of an order; `takenMinor` is that of its disputes before. */
export async function findTaxOfDispute(
  db: Db,
  order: { id: string; currency: string },
  amountMinor: number,
  takenMinor: number,
): Promise<number> {
  const balances = await loadOrderBalances(db, [order])
  return taxOfDispute(balances.get(order.id) ?? {}, amountMinor, takenMinor)
}

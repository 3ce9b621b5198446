import { isOfCredit, type Movement, type SettlementAmount } from '#server/finance/movement.ts'
import type { AccountPurpose } from '#server/finance/accounts.ts'
import { movedAmounts, type PostingLine, type OrderBalances } from '#shared/finance/order-balances.ts'
import {
  cancellationPostings,
  capturePostings,
  editPostings,
  refundCancelledPostings,
  refundPostings,
  refundReturnedPostings,
  exchangeDifferencePostings,
  settlementPostings,
  writeOffPostings,
} from '#shared/finance/posting.ts'

/** The postings in the currency of the order. Throws if the documents of the order and its ledger entries disagree about what was paid before. */
export function toPostingLines(
  movement: Movement,
  balances: OrderBalances,
  taken: ReadonlyMap<string, readonly PostingLine[]>,
): PostingLine[] {
  const { order } = movement
  switch (movement.kind) {
    case 'captured':
    case 'refund_returned':
    case 'refunded': {
      const { kind, amountMinor, subsidyMinor, beforeMinor, purpose } = movement
      const { capturedMinor, refundedMinor } = movedAmounts(balances)
      if (beforeMinor !== (kind === 'captured' ? capturedMinor : refundedMinor))
        throw new Error(`The documents of order ${order.number} and its ledger entries disagree`)
      if (kind === 'refund_returned') return refundReturnedPostings(order, balances, amountMinor, order)
      return kind === 'captured'
        ? capturePostings(order, balances, amountMinor, order, subsidyMinor)
        : refundPostings(balances, amountMinor, purpose, order)
    }
    case 'refund_cancelled':
      return refundCancelledPostings(balances, movement.grantedMinor, taken.get(movement.refund.id) ?? [], order)
    case 'cancelled':
      return cancellationPostings(balances)
    case 'written_off':
      return writeOffPostings(order, balances)
    case 'edited':
      return editPostings(movement.before, order, balances, order)
    case 'exchange_difference':
    case 'settled':
      return []
  }
}

/** The postings in the currency in which the provider settles a payment. */
export function toSettlementLines(movement: Movement): (AccountPurpose & { amountMinor: number })[] {
  if (movement.kind === 'exchange_difference') {
    const { currency, amountMinor } = movement.difference
    return exchangeDifferencePostings(amountMinor).map((line) => ({ ...line, provider: '', currency }))
  }
  if (movement.kind === 'settled')
    return movement.exchanged.flatMap((amount) => exchange(amount, movement.payment.provider))
  if (!('settlement' in movement) || !movement.settlement) return []
  const { kind, settlement, payment } = movement
  const amountMinor = kind === 'refunded' ? -settlement.amountMinor : settlement.amountMinor
  return exchange({ ...settlement, amountMinor }, payment.provider)
}

/** Moves an amount from the conversion account to the clearing account of a provider, or back. */
const exchange = (
  { currency, amountMinor: movedMinor }: SettlementAmount,
  clearingProvider: string,
): (AccountPurpose & { amountMinor: number })[] =>
  settlementPostings(movedMinor).map(({ role, amountMinor }) => ({
    role,
    provider: role === 'clearing' ? clearingProvider : '',
    currency,
    amountMinor,
  }))

/** Only clearing accounts are kept by provider. Money that is settled in another currency is exchanged for it at once; store credit has an account of its own. */
export function toPurpose(movement: Movement, role: AccountPurpose['role']): AccountPurpose {
  const { currency } = movement.order
  if (role !== 'clearing' || !('payment' in movement)) return { role, provider: '', currency }
  if (isOfCredit(movement)) return { role: 'store_credit', provider: '', currency }
  return 'settlement' in movement && movement.settlement
    ? { role: 'conversion', provider: '', currency }
    : { role, provider: movement.payment.provider, currency }
}

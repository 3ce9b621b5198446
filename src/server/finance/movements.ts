import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { listRefundedRevenue, loadOrderBalances, loadOrderTaxes } from '#server/finance/document-entries-store.ts'
import type { LedgerRows } from '#server/finance/ledger-store.ts'
import { type EntryDraft, writeEntries } from '#server/finance/ledger.ts'
import type { EntryKind } from '#shared/finance/ledger.ts'
import {
  movedAmounts,
  type PostingLine,
  type OrderBalances,
  applyPostings,
  applyReturnedRefund,
  soldAmounts,
} from '#shared/finance/order-balances.ts'
import {
  cancellationPostings,
  capturePostings,
  editPostings,
  refundCancelledPostings,
  refundPostings,
  refundReturnedPostings,
  exchangeDifferencePostings,
  settlementPostings,
  type OrderState,
  writeOffPostings,
} from '#shared/finance/posting.ts'
import type { OrderAmounts, RefundPurpose } from '#shared/finance/revenue-postings.ts'
import { addShares, moveShares } from '#shared/finance/taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { storeCredit } from '#shared/payment-providers.ts'
import { ProblemError } from '#shared/problem.ts'

/** What changes the books of an order. */
export type Movement = {
  order: OrderAmounts &
    OrderState & {
      id: string
      number: string
      currency: string
      taxLines?: readonly TaxLine[]
      /** Whose store credit it is that pays, or is paid. */
      customerNumber?: string | null
    }
  /** When it happened, ms. */
  occurredAt: number
  /** `source` and `externalId` are the idempotency key: it is never posted twice. */
  source: string
  externalId: string
} & (
  | MovementOfMoney
  | CancelledRefund
  | { kind: 'cancelled' | 'written_off' }
  | { kind: 'edited'; before: OrderAmounts }
  | {
      /** Money of a payment or a refund that was posted in the order's currency, and that the provider settles in another one. */
      kind: 'settled'
      payment: MovementOfMoney['payment']
      refund?: { id: string; number: string } | undefined
      /** What comes to the clearing account in each currency, or leaves it. */
      exchanged: readonly SettlementAmount[]
    }
  | {
      /** The rest of a payment in its settlement currency after it was refunded in full. */
      kind: 'exchange_difference'
      payment: MovementOfMoney['payment']
      /** Above zero for a gain. */
      difference: SettlementAmount
    }
)

/** An amount in the currency in which a provider settles a payment. */
export interface SettlementAmount {
  currency: string
  amountMinor: number
}

/** A refund that the provider sent back and that is given up: its granted part is sold again. */
interface CancelledRefund {
  kind: 'refund_cancelled'
  payment: MovementOfMoney['payment']
  refund: { id: string; number: string }
  grantedMinor: number
}

/** A captured payment, a refund, or one that the provider sent back. */
interface MovementOfMoney {
  kind: 'captured' | 'refunded' | 'refund_returned'
  payment: { id: string; number: string; provider: string; reference: string }
  refund?: { id: string; number: string }
  /** What a refund is for; the order as a whole by default. */
  purpose?: RefundPurpose
  amountMinor: number
  /** The part of a payment that the provider paid itself. */
  subsidyMinor?: number | undefined
  /** The amount in the settlement currency of the provider, if that differs. */
  settlement?: SettlementAmount | undefined
  /** The amount captured (for a refund: refunded) of the order before. */
  beforeMinor: number
}

/**
 * Posts one ledger entry per movement, in order, in the caller's transaction; none for a movement that changes nothing in the books, such
 * as the cancellation of an unpaid order. `newOrderIds` are orders that this transaction created: they have no entries yet, and looking
 * for them takes PostgreSQL longer than anything else while it has no statistics. Returns the rows that it wrote. Throws for bugs of the caller: a refund of more than
 * was captured, documents that disagree with the ledger about `beforeMinor`, a key that has already been posted.
 */
export async function postMovements(
  transaction: Transaction,
  context: RequestContext,
  movements: readonly Movement[],
  newOrderIds: ReadonlySet<string> = new Set(),
): Promise<LedgerRows> {
  const orders = new Map(movements.map(({ order }) => [order.id, order]))
  const known = [...orders.values()].filter(({ id }) => !newOrderIds.has(id))
  const balances = await loadOrderBalances(transaction, known)
  const taxes = await loadOrderTaxes(
    transaction,
    known.map(({ id }) => id),
  )
  const taken = await listTaken(transaction, movements)
  const posted = movements.flatMap((movement) => {
    const before = balances.get(movement.order.id) ?? {}
    const lines = toPostingLines(movement, before, taken)
    const settlement = toSettlementLines(movement)
    if (lines.length + settlement.length === 0) return []
    const apply = movement.kind === 'refund_returned' ? applyReturnedRefund : applyPostings
    const after = apply(before, lines)
    balances.set(movement.order.id, after)
    const held = taxes.get(movement.order.id) ?? []
    const moved = moveShares(held, soldAmounts(after), movement.order.taxLines ?? [], {
      isPriced: movement.kind === 'edited',
      returned: 'purpose' in movement ? movement.purpose?.shares : undefined,
    })
    taxes.set(movement.order.id, addShares(held, moved))
    const purposes = lines.map(({ role, amountMinor }) => ({ ...toPurpose(movement, role), amountMinor }))
    return [{ movement, lines: [...purposes, ...settlement], taxes: moved }]
  })
  const purposes = posted.flatMap(({ lines }) => lines)
  const accountIdOf = await resolveAccounts(transaction, context.kontor.book.currency, purposes)
  const drafts = posted.map(({ movement, lines, taxes: moved }) => ({
    ...toEntryDraft(
      movement,
      lines.map(({ amountMinor, ...purpose }) => ({ accountId: accountIdOf(purpose), amountMinor })),
    ),
    taxes: moved,
  }))
  return writeEntries(transaction, context, drafts)
}

/** Throws `ledger-full` unless the books can still hold an entry for this amount: its postings add up to at most three times as much. */
export async function requireCapacity(transaction: Transaction, currency: string, amountMinor: number): Promise<void> {
  const capacity = await openCapacity(transaction)
  if (!capacity.reserve(currency, Array(postingsPerEntry).fill({ amountMinor })))
    throw new ProblemError('ledger-full', { currency })
}

/** The money, a deposit and the discount. */
const postingsPerEntry = 3

/** What refunds that are given up have posted to revenue and tax, by id. */
async function listTaken(
  transaction: Transaction,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, readonly PostingLine[]>> {
  const taken = new Map<string, readonly PostingLine[]>()
  for (const movement of movements)
    if (movement.kind === 'refund_cancelled')
      taken.set(movement.refund.id, await listRefundedRevenue(transaction, movement.refund.id))
  return taken
}

function toPostingLines(
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
function toSettlementLines(movement: Movement): (AccountPurpose & { amountMinor: number })[] {
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
function toPurpose(movement: Movement, role: AccountPurpose['role']): AccountPurpose {
  const { currency } = movement.order
  if (role !== 'clearing' || !('payment' in movement)) return { role, provider: '', currency }
  if (isOfCredit(movement)) return { role: 'store_credit', provider: '', currency }
  return 'settlement' in movement && movement.settlement
    ? { role: 'conversion', provider: '', currency }
    : { role, provider: movement.payment.provider, currency }
}

/** Whether store credit takes the place of money. */
const isOfCredit = (movement: Movement): boolean =>
  'amountMinor' in movement && movement.payment.provider === storeCredit

/** Store credit that is used or given is no payment and no refund in the figures of money. */
const kindOf = (movement: Movement): EntryKind => {
  if (isOfCredit(movement) && movement.kind === 'captured') return 'credit.used'
  if (isOfCredit(movement) && movement.kind === 'refunded') return 'refund.credited'
  if (movement.kind === 'settled') return movement.refund ? 'refund.settled' : 'payment.settled'
  return entryKindOf[movement.kind]
}

const entryKindOf: Record<Exclude<Movement['kind'], 'settled'>, EntryKind> = {
  captured: 'payment.captured',
  refunded: 'refund.succeeded',
  refund_returned: 'refund.returned',
  refund_cancelled: 'refund.cancelled',
  cancelled: 'order.cancelled',
  edited: 'order.edited',
  written_off: 'order.written_off',
  exchange_difference: 'fx.realised',
}

function toEntryDraft(movement: Movement, lines: EntryDraft['lines']): EntryDraft {
  const { order, occurredAt, source, externalId } = movement
  const links: EntryDraft['links'] = [{ type: 'order', object_id: order.id, number: order.number }]
  if ('payment' in movement) {
    const { payment } = movement
    const refund = 'refund' in movement ? movement.refund : undefined
    links.push({ type: 'payment', object_id: payment.id, number: payment.number })
    if (refund) links.push({ type: 'refund', object_id: refund.id, number: refund.number })
  }
  if (isOfCredit(movement)) {
    if (!order.customerNumber) throw new Error(`Order ${order.number} has no customer who could have store credit`)
    links.push({ type: 'customer', object_id: order.customerNumber, number: order.customerNumber })
  }
  const memo = 'payment' in movement ? movement.payment.reference : ''
  return { kind: kindOf(movement), occurredAt, memo, source, externalId, links, lines }
}

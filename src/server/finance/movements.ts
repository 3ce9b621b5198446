import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { loadOrderBalances } from '#server/finance/ledger-store.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import {
  capturePostings,
  refundPostings,
  movedAmounts,
  type OrderAmounts,
  type PostingLine,
  type OrderBalances,
  applyPostings,
} from '#shared/finance/posting.ts'

/** A captured payment or a refund of an order. */
export interface Movement {
  kind: 'captured' | 'refunded'
  order: OrderAmounts & { id: string; number: string; currency: string }
  payment: { id: string; number: string; provider: string; reference: string }
  refund?: { id: string; number: string }
  amountMinor: number
  /** When the money moved, ms. */
  occurredAt: number
  /** The amount captured (for a refund: refunded) of the order before. */
  beforeMinor: number
  /** `source` and `externalId` are the idempotency key: it is never posted twice. */
  source: string
  externalId: string
}

/**
 * Posts one ledger entry per movement, in order, in the caller's transaction. `newOrderIds` are orders that this transaction created: they
 * have no entries yet, and looking for them takes PostgreSQL longer than anything else while it has no statistics. Throws for bugs of the caller: a refund of more than was
 * captured, documents that disagree with the ledger about `beforeMinor`, a key that has already been posted.
 */
export async function postMovements(
  transaction: Transaction,
  context: RequestContext,
  movements: readonly Movement[],
  newOrderIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const orderIds = new Set(movements.map(({ order }) => order.id))
  const balances = await loadOrderBalances(transaction, [...orderIds.difference(newOrderIds)])
  const posted = movements.map((movement) => {
    const before = balances.get(movement.order.id) ?? {}
    const lines = toPostingLines(movement, before)
    balances.set(movement.order.id, applyPostings(before, lines))
    return { movement, lines: lines.map(({ role, amountMinor }) => ({ ...toPurpose(movement, role), amountMinor })) }
  })
  const purposes = posted.flatMap(({ lines }) => lines)
  const accountIdOf = await resolveAccounts(transaction, context.kontor.book.currency, purposes)
  const drafts = posted.map(({ movement, lines }) =>
    toEntryDraft(
      movement,
      lines.map(({ amountMinor, ...purpose }) => ({ accountId: accountIdOf(purpose), amountMinor })),
    ),
  )
  await postEntries(transaction, context, drafts)
}

function toPostingLines({ kind, order, amountMinor, beforeMinor }: Movement, balances: OrderBalances): PostingLine[] {
  const { capturedMinor, refundedMinor } = movedAmounts(balances)
  if (beforeMinor !== (kind === 'captured' ? capturedMinor : refundedMinor))
    throw new Error(`The documents of order ${order.number} and its ledger entries disagree`)
  return kind === 'captured' ? capturePostings(order, balances, amountMinor) : refundPostings(balances, amountMinor)
}

/** Only clearing accounts are kept by provider. */
const toPurpose = ({ order, payment }: Movement, role: AccountPurpose['role']): AccountPurpose => ({
  role,
  provider: role === 'clearing' ? payment.provider : '',
  currency: order.currency,
})

const toEntryDraft = (
  { kind, order, payment, refund, ...movement }: Movement,
  lines: EntryDraft['lines'],
): EntryDraft => ({
  kind: kind === 'captured' ? 'payment.captured' : 'refund.succeeded',
  occurredAt: movement.occurredAt,
  memo: payment.reference,
  source: movement.source,
  externalId: movement.externalId,
  links: [
    { type: 'order', object_id: order.id, number: order.number },
    { type: 'payment', object_id: payment.id, number: payment.number },
    ...(refund ? [{ type: 'refund' as const, object_id: refund.id, number: refund.number }] : []),
  ],
  lines,
})

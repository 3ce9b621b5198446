import { toPostingLines, toSettlementLines, toPurpose } from '#server/finance/movement-postings.ts'
import { toEntryDraft } from '#server/finance/movement-entry.ts'
import type { Movement } from '#server/finance/movement.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { listRefundedRevenue, loadOrderBalances } from '#server/finance/document-entries-store.ts'
import { loadOrderTaxes } from '#server/finance/order-taxes.ts'
import type { LedgerRows } from '#server/finance/ledger-store.ts'
import { writeEntries } from '#server/finance/ledger.ts'
import { type PostingLine, applyPostings, applyReturnedRefund, soldAmounts } from '#shared/finance/order-balances.ts'
import { addShares, moveShares } from '#shared/finance/taxes.ts'
import { ProblemError } from '#shared/problem.ts'

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
      replaced: movement.kind === 'edited' ? movement.before.taxLines : undefined,
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

import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findSimilarOrders, type SimilarOrder } from '#server/orders/intake/duplicate-store.ts'
import { toContactTokens } from '#server/orders/tokens/search-tokens.ts'
import { listContacts } from '#shared/customers/contacts.ts'
import type { PossibleDuplicate } from '#shared/orders/preview-views.ts'

/** Two orders of one customer with the same total that were placed within this time are probably the same order twice. */
const windowMs = 10 * 60_000

interface Candidate {
  /** Empty for an order that is not stored yet. */
  number: string
  email: string
  phone: string
  customerNumber: string | null
  currency: string
  totalMinor: number
  placedAt: number
}

/**
 * Other orders that are not cancelled, of the same customer, email address or phone number and with the same total, placed within ten
 * minutes; the nearest first. None for users who may not see personal data.
 */
export async function listPossibleDuplicates(
  db: Db,
  context: RequestContext,
  order: Candidate,
): Promise<PossibleDuplicate[]> {
  if (order.totalMinor === 0 || !hasPermission(context, 'customers.view_personal')) return []
  const tokens = toContactTokens(order)
  if (tokens.length === 0) return []
  const found = await findSimilarOrders(db, tokens, {
    ...order,
    from: order.placedAt - windowMs,
    to: order.placedAt + windowMs,
  })
  return found.flatMap((other) => {
    const shared = findShared(order, other)
    return shared ? [{ number: other.number, minutesApart: Math.round(other.apart_ms / 60_000), shared }] : []
  })
}

/** What both have in common; `undefined` if it is only a phone number in an address. */
function findShared(order: Candidate, other: SimilarOrder): PossibleDuplicate['shared'] | undefined {
  const contacts = new Set(listContacts(order))
  const shared = listContacts(other).find((contact) => contacts.has(contact))
  if (shared !== undefined) return shared.startsWith('phone:') ? 'phone' : 'email'
  return order.customerNumber !== null && order.customerNumber === other.customer_number ? 'customer' : undefined
}

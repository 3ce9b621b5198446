import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { findNumbersFrom } from '#server/customers/list-store.ts'
import * as search from '#server/customers/search-store.ts'
import { findCustomerNumber, listKept } from '#server/customers/find-customer.ts'
import { findCustomersByTokens } from '#server/orders/list/list.ts'
import { parseSearch, type Search } from '#server/orders/tokens/search-tokens.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'

/** The newest orders of which the customers are listed. */
const maxOrders = 200

/** The beginning of a number of a customer. */
const numberPattern = /^cu\d[\d-]*$/i

/**
 * The customers whose number, profile, or contact and addresses on their orders have all words of a text, as far as the user may search for
 * them: of profiles and of the newest orders at most `limit` each.
 */
export async function searchCustomers(context: RequestContext, text: string, limit: number): Promise<string[]> {
  const db = context.kontor.database.read
  if (numberPattern.test(text.trim())) return findNumbersFrom(db, text.trim().toUpperCase(), limit)
  const isPersonal = hasPermission(context, 'customers.view_personal')
  const ranges = toContactRanges(parseSearch(text, isPersonal))
  if (!ranges) return []
  const [exact, ofProfiles, ofOrders] = await Promise.all([
    isPersonal ? findCustomerNumber(db, text) : undefined,
    search.findByTokens(db, ranges, limit).then((numbers) => listKept(db, numbers)),
    findCustomersByTokens(context, ranges, maxOrders).then((numbers) => listKept(db, numbers)),
  ])
  return [...new Set([...(exact === undefined ? [] : [exact]), ...ofProfiles, ...ofOrders])]
}

/** Without the numbers and products of orders, which also find orders. */
export function toContactRanges(found: Search | undefined): TokenRange[][] | undefined {
  const ranges = found?.map((sets) =>
    sets.filter((set): set is TokenRange => 'from' in set && !/^[#= ]/.test(set.from)),
  )
  return ranges?.every((each) => each.length > 0) ? ranges : undefined
}

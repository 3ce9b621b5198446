import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { findByTokens } from '#server/customers/search-store.ts'
import { toContactRanges } from '#server/customers/search.ts'
import { findCustomerNumber, findNewestNames, listKept } from '#server/customers/find-customer.ts'
import { maskName } from '#server/orders/masking.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import type { FoundItem } from '#shared/search/views.ts'

/** Maximum number of customers in the global search. */
const maxItems = 4

/** The customer with a number, an email address or a phone number, those whose profile a text finds, and those of orders that are being found. Names are only searched by users who see them. */
export async function findCustomerItems(
  context: AuthenticatedContext,
  text: string,
  findingOrders: Promise<{ customers: readonly string[] }>,
): Promise<FoundItem[]> {
  const db = context.kontor.database.read
  const isPersonal = hasPermission(context, 'customers.view_personal')
  const isNumber = /^cu[\d-]+$/i.test(text)
  const words = toContactRanges(parseSearch(text, isPersonal))
  const listByProfile = async () => listKept(db, words ? await findByTokens(db, words, maxItems) : [])
  const listByOrders = async () => listKept(db, (await findingOrders).customers)
  const [exact, ofProfiles, ofOrders] = await Promise.all([
    isPersonal || isNumber ? findCustomerNumber(db, text) : undefined,
    isPersonal ? listByProfile() : [],
    isPersonal ? listByOrders() : [],
  ])
  const found = [...ofProfiles, ...ofOrders]
  const numbers = [...new Set([exact, ...found].filter((number) => number !== undefined))].slice(0, maxItems)
  const names = await findNewestNames(db, numbers)
  return numbers.map((number) => {
    const { name = '', email = '' } = names.get(number) ?? {}
    return {
      kind: 'customer',
      key: number,
      title: (isPersonal ? name : maskName(name)) || number,
      note: [number, isPersonal ? email : ''].filter(Boolean).join(' · '),
      isExact: isNumber && number === exact,
    }
  })
}

import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { countAdditions, hasPersonalData } from '#server/customers/erase-store.ts'
import { type CustomerGroup, findCustomerNumber, findGroup, findGroupIfAny } from '#server/customers/find-customer.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import * as profiles from '#server/customers/profile-store.ts'
import * as ordersStore from '#server/customers/orders-store.ts'
import { loadSums } from '#server/customers/sums.ts'
import type { Db } from '#server/db/database.ts'
import { maskEmail, maskName, maskPhone, maskProfile } from '#server/orders/masking.ts'
import { loadCreditChoices } from '#server/finance/manual/credit-choices.ts'
import { listCreditEntries, sumCredit } from '#server/finance/store-credit.ts'
import { isFinished } from '#server/orders/removal/erase-order.ts'
import { type CustomerProfile, emptyProfile, fillGaps } from '#shared/customers/profile.ts'
import type { CustomerAction, CustomerView, ErasurePreview, PageCustomers } from '#shared/customers/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'

/** The newest orders that a view has: five, and the one that may be open. */
const shownOrders = 6

/** The customer with this number as the user may see it. Throws `not-found`. */
export const loadCustomerView = async (db: Db, context: RequestContext, number: string): Promise<CustomerView> =>
  toView(db, context, await findGroup(db, number))

/** The same; null without one. */
async function findCustomerView(
  db: Db,
  context: RequestContext,
  number: string | null | undefined,
): Promise<CustomerView | null> {
  const group = number ? await findGroupIfAny(db, number) : undefined
  return group ? toView(db, context, group) : null
}

/** The customer whose orders the page lists, which depends on no order; null without one. */
export const loadCustomerOfList = (
  db: Db,
  context: RequestContext,
  { customer }: OrdersPageQuery,
): Promise<CustomerView | null> => findCustomerView(db, context, customer)

async function toView(
  db: Db,
  context: RequestContext,
  { numbers, mergedNumbers, erasedAt, number: kept }: CustomerGroup,
): Promise<CustomerView> {
  const [stored, storeCredit, creditEntries, orders, sums] = await Promise.all([
    profiles.findProfile(db, kept),
    sumCredit(db, numbers),
    listCreditEntries(db, numbers),
    ordersStore.listNewestOrders(db, numbers, shownOrders),
    loadSums(db, numbers),
  ])
  const profile = stored ? toProfile(stored) : emptyProfile
  const { name, email, phone } = fillGaps(profile, toContact(orders[0]))
  const canViewPersonal = hasPermission(context, 'customers.view_personal')
  return {
    number: kept,
    name: canViewPersonal ? name : maskName(name),
    email: canViewPersonal ? email : maskEmail(email),
    phone: canViewPersonal ? phone : maskPhone(phone),
    profile: stored ? (canViewPersonal ? profile : maskProfile(profile)) : null,
    version: stored?.version ?? 0,
    source: stored?.source ?? '',
    orderCount: sums.count,
    firstOrderAt: sums.firstAt,
    lastOrderAt: sums.lastAt,
    spent: sums.spent.filter(({ amountMinor }) => amountMinor > 0),
    storeCredit,
    creditEntries: creditEntries.map((entry) =>
      hasPermission(context, 'finance.view') ? entry : { ...entry, entryNumber: null, memo: '' },
    ),
    orders: orders.map((order) => ({
      number: order.number,
      placedAt: order.placed_at,
      currency: order.currency,
      totalMinor: order.total_minor,
      status: order.status,
      paymentStatus: order.payment_status,
      fulfillmentStatus: order.fulfillment_status,
    })),
    mergedNumbers,
    erasedAt,
    actions: await listActions(db, context, { numbers, erasedAt, hasCredit: storeCredit.length > 0 }),
  }
}

/** The contact on an order as a profile. */
const toContact = (order: { customer_name: string; email: string; phone: string } | undefined): CustomerProfile => ({
  ...emptyProfile,
  name: order?.customer_name ?? '',
  email: order?.email ?? '',
  phone: order?.phone ?? '',
})

/** The contact on the newest order of these customers; empty without one. */
export const newestContact = async (db: Db, numbers: readonly string[]): Promise<CustomerProfile> =>
  toContact((await ordersStore.listNewestOrders(db, numbers, 1))[0])

/** Someone who was erased can only be erased again, when staff have added personal data since. */
async function listActions(
  db: Db,
  context: RequestContext,
  { numbers, erasedAt, hasCredit }: Pick<CustomerGroup, 'numbers' | 'erasedAt'> & { hasCredit: boolean },
): Promise<CustomerAction[]> {
  const canMerge = hasPermission(context, 'customers.manage') && erasedAt === null
  const canPost = hasPermission(context, 'finance.post')
  const canErase =
    hasPermission(context, 'customers.erase') && (erasedAt === null || (await hasPersonalData(db, numbers)))
  return [
    ...(canMerge ? (['editCustomer'] as const) : []),
    ...(canPost && hasCredit ? (['payOutCredit'] as const) : []),
    ...(canPost && (hasCredit || erasedAt === null) ? (['adjustCredit'] as const) : []),
    ...(canMerge ? (['mergeCustomer'] as const) : []),
    ...(canErase ? (['eraseCustomer'] as const) : []),
  ]
}

/** The customers that the page of orders shows; `orderedBy` is the number of the open order's customer. */
export async function loadPageCustomers(
  db: Db,
  context: RequestContext,
  { action, other }: OrdersPageQuery,
  { orderedBy, ofList }: { orderedBy: string | null; ofList: CustomerView | null },
): Promise<PageCustomers> {
  const ofOrder = await findCustomerView(db, context, orderedBy)
  const shown = { ofOrder, ofList, other: null, erasure: null, credit: null }
  const subject = ofOrder ?? ofList
  if (!subject) return shown
  if (action === 'mergeCustomer' && other && subject.actions.includes(action)) {
    const found = await findCustomerView(db, context, await findCustomerNumber(db, other))
    return { ...shown, other: found ?? { missing: other } }
  }
  if ((action === 'payOutCredit' || action === 'adjustCredit') && subject.actions.includes(action))
    return { ...shown, credit: await loadCreditChoices(db, context) }
  if (action === 'eraseCustomer' && subject.actions.includes(action))
    return { ...shown, erasure: await previewErasure(db, await findGroup(db, subject.number)) }
  return shown
}

/** What erasing a customer would do. */
async function previewErasure(db: Db, { numbers }: CustomerGroup): Promise<ErasurePreview> {
  const unfinished = (await ordersStore.listOrders(db, numbers)).filter((order) => !isFinished(order))
  return {
    unfinished: unfinished.slice(0, 10).map(({ number }) => number),
    ...(await countAdditions(db, numbers)),
  }
}

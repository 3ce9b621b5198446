import type { OrderRecord } from '#server/orders/store.ts'
import { toAssigneeToken, toCustomerToken, tokenizeOrder, toTagToken } from '#server/orders/search-tokens.ts'
import { parseTags } from '#shared/orders/tags.ts'
import type { Address } from '#shared/orders/views.ts'

/** What of an order itself is searched, without its payments, refunds and shipments. */
interface OrderTexts {
  number: string
  externalNumber: string
  externalId: string
  customerName: string
  email: string
  phone: string
  shippingAddress: Address
  billingAddress: Address
  lines: readonly { sku: string }[]
  customerNumber: string | null
}

/** What of the documents of an order is searched: their numbers, and the references by which providers and carriers know them. */
export interface DocumentTexts {
  numbers: readonly string[]
  references: readonly string[]
}

/** The search tokens of an order and of documents of it. */
export function tokenizeOrderTexts(order: OrderTexts, { numbers, references }: DocumentTexts): string[] {
  const addresses = [order.shippingAddress, order.billingAddress]
  const tokens = tokenizeOrder({
    numbers: [order.number, order.externalNumber, order.externalId, ...numbers, ...order.lines.map(({ sku }) => sku)],
    references,
    names: [order.customerName, ...addresses.flatMap(({ name, company }) => [name, company])],
    places: addresses.map(({ city }) => city),
    phones: [order.phone, ...addresses.map(({ phone }) => phone)],
    email: order.email,
  })
  return order.customerNumber === null ? tokens : [...tokens, toCustomerToken(order.customerNumber)]
}

type TextColumns = Pick<
  OrderRecord,
  | 'number'
  | 'external_number'
  | 'external_id'
  | 'customer_name'
  | 'email'
  | 'phone'
  | 'shipping_address'
  | 'billing_address'
  | 'customer_number'
>

/** The same of the rows of an order. */
export const tokenizeOrderRows = (
  order: TextColumns,
  lines: readonly { sku: string }[],
  documents: DocumentTexts,
): string[] =>
  tokenizeOrderTexts(
    {
      number: order.number,
      externalNumber: order.external_number,
      externalId: order.external_id,
      customerName: order.customer_name,
      email: order.email,
      phone: order.phone,
      shippingAddress: JSON.parse(order.shipping_address) as Address,
      billingAddress: JSON.parse(order.billing_address) as Address,
      lines,
      customerNumber: order.customer_number,
    },
    documents,
  )

/** The tokens of what staff set on an order, by which lists are filtered. */
export const tokenizeAnnotations = ({ assignee_id, tags }: Pick<OrderRecord, 'assignee_id' | 'tags'>): string[] => [
  ...(assignee_id === null ? [] : [toAssigneeToken(assignee_id)]),
  ...parseTags(tags).map(toTagToken),
]

import { type Product, toProductToken } from '#server/orders/tokens/product-tokens.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import {
  type SearchableOrder,
  toAssigneeToken,
  toCustomerToken,
  tokenizeOrder,
  toTagToken,
} from '#server/orders/tokens/search-tokens.ts'
import { parseTags } from '#shared/orders/tags.ts'
import type { Address } from '#shared/orders/views.ts'

/** The searchable fields of the order itself, without its payments, refunds and shipments. */
interface OrderTexts {
  number: string
  externalNumber: string
  externalId: string
  customerName: string
  email: string
  phone: string
  shippingAddress: Address
  billingAddress: Address
  lines: readonly Product[]
  customerNumber: string | null
}

/** The searchable texts of the documents of an order: their numbers, and the references that providers and carriers use. */
export interface DocumentTexts {
  numbers: readonly string[]
  references: readonly string[]
}

/** The search tokens of an order and its documents. */
export const tokenizeOrderTexts = (order: OrderTexts, documents: DocumentTexts): string[] =>
  tokenize(toSearchedTexts(order, documents))

type SearchedTexts = SearchableOrder & Pick<OrderTexts, 'customerNumber'>

function toSearchedTexts(order: OrderTexts, { numbers, references }: DocumentTexts): SearchedTexts {
  const addresses = [order.shippingAddress, order.billingAddress]
  return {
    numbers: [order.number, ...tailOf(order.number), ...numbers],
    shopNumbers: [order.externalNumber, order.externalId, ...tailOf(order.externalNumber)],
    products: order.lines,
    references,
    names: [order.customerName, ...addresses.flatMap(({ name, company }) => [name, company])],
    places: addresses.map(({ city }) => city),
    phones: [order.phone, ...addresses.map(({ phone }) => phone)],
    email: order.email,
    customerNumber: order.customerNumber,
  }
}

/** The digits at the end of a number, which people use as its short form: `00018` for `SO261120-00018`. Empty if the number has only digits. */
const tailOf = (number: string): string[] => /\D(\d{4,})$/.exec(number)?.slice(1) ?? []

function tokenize({ customerNumber, ...texts }: SearchedTexts): string[] {
  const tokens = tokenizeOrder(texts)
  return customerNumber === null ? tokens : [...tokens, toCustomerToken(customerNumber)]
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

/** The same from the rows of an order. */
export const tokenizeOrderRows = (order: TextColumns, lines: readonly Product[], documents: DocumentTexts): string[] =>
  tokenizeOrderTexts(toOrderTexts(order, lines), documents)

/** The searchable rows of an order, before or after a change. */
export interface SearchedRows {
  order: TextColumns
  lines: readonly Product[]
}

/** The tokens that a change adds to an order, and those that it may remove: other texts of the order may still have these. */
export function tokenizeChange(
  before: SearchedRows,
  after: SearchedRows,
): { removed: ReadonlySet<string>; added: ReadonlySet<string> } {
  const toTexts = ({ order, lines }: SearchedRows) => toSearchedTexts(toOrderTexts(order, lines), noDocuments)
  const [old, current] = [toTexts(before), toTexts(after)]
  const oldTokens = new Set(tokenize(textsWithout(old, current)))
  const newTokens = new Set(tokenize(textsWithout(current, old)))
  return { removed: oldTokens.difference(newTokens), added: newTokens.difference(oldTokens) }
}

const noDocuments: DocumentTexts = { numbers: [], references: [] }

/** The texts that are not among the others. */
function textsWithout(texts: SearchedTexts, others: SearchedTexts): SearchedTexts {
  const without = (key: 'numbers' | 'shopNumbers' | 'references' | 'names' | 'places' | 'phones'): string[] =>
    texts[key].filter((text) => !others[key].includes(text))
  const otherProducts = new Set(others.products.map(toProductToken))
  return {
    numbers: without('numbers'),
    shopNumbers: without('shopNumbers'),
    products: texts.products.filter((product) => !otherProducts.has(toProductToken(product))),
    references: without('references'),
    names: without('names'),
    places: without('places'),
    phones: without('phones'),
    email: texts.email === others.email ? '' : texts.email,
    customerNumber: texts.customerNumber === others.customerNumber ? null : texts.customerNumber,
  }
}

const toOrderTexts = (order: TextColumns, lines: readonly Product[]): OrderTexts => ({
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
})

/** The tokens of the assignee and the tags of an order. */
export const tokenizeAnnotations = ({ assignee_id, tags }: Pick<OrderRecord, 'assignee_id' | 'tags'>): string[] => [
  ...(assignee_id === null ? [] : [toAssigneeToken(assignee_id)]),
  ...parseTags(tags).map(toTagToken),
]

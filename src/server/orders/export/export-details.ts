import { hasPermission } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/orders/export/export-store.ts'
import type { ExportWords } from '#server/orders/export/export-words.ts'
import type { FoundOrder } from '#server/orders/list/list-store.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import {
  type DetailColumn,
  type OrderExportColumn,
  type RecipientColumn,
  recipientColumns,
} from '#shared/orders/export-formats.ts'
import type { Address } from '#shared/orders/views.ts'

type Cells = (order: FoundOrder) => Partial<Record<OrderExportColumn, Cell>>

/**
 * Order data that a file has in addition to the rows of the list: amounts, payments, shipments and addresses are only read if the file has their columns. Payment references,
 * tracking numbers and addresses are personal data.
 */
export async function loadDetailCells(
  context: AuthenticatedContext,
  orders: readonly FoundOrder[],
  names: readonly OrderExportColumn[],
  words: ExportWords,
): Promise<Cells> {
  const db = context.kontor.database.read
  const ids = orders.map(({ id }) => id)
  const includes = (...columns: DetailColumn[]): boolean => columns.some((name) => names.includes(name))
  const isVisible = hasPermission(context, 'customers.view_personal')
  const [details, payments, shipments, addresses] = await Promise.all([
    includes('goods', 'discount', 'shipping', 'tax', 'taxIncluded') ? store.findDetails(db, ids) : [],
    includes('paymentMethod', 'paymentReference') ? store.findPaymentsOf(db, ids) : [],
    includes('carrier', 'trackingNumber', 'shippedAt') ? store.findShipmentsOf(db, ids) : [],
    isVisible && includes(...recipientColumns) ? store.findAddressesOf(db, ids) : [],
  ])
  const detailsOf = new Map(details.map((each) => [each.id, each]))
  const paymentsOf = Map.groupBy(payments, ({ order_id }) => order_id)
  const shipmentsOf = Map.groupBy(shipments, ({ order_id }) => order_id)
  const addressOf = new Map(addresses.map((each) => [each.id, each.shipping_address]))
  return ({ id, row }) => {
    const paid = paymentsOf.get(id) ?? []
    const sent = shipmentsOf.get(id) ?? []
    const sums = detailsOf.get(id)
    const [first] = sent
    const address = addressOf.get(id)
    return {
      ...(sums && toSumCells(sums, row.currency, words)),
      ...(address !== undefined && toRecipientCells(JSON.parse(address) as Address)),
      paymentMethod: join(paid.map(({ provider }) => words.nameProvider(provider))),
      paymentReference: isVisible ? join(paid.map(({ reference }) => reference)) : '',
      carrier: join(sent.map(({ carrier }) => carrier)),
      trackingNumber: isVisible ? join(sent.map((shipment) => shipment.tracking_number)) : '',
      shippedAt: first ? { timestamp: first.shipped_at } : null,
    }
  }
}

/** Goods less the discount, shipping, and the tax unless it is included, are the total. */
const toSumCells = (
  sums: store.OrderDetails,
  currency: string,
  words: ExportWords,
): Partial<Record<DetailColumn, Cell>> => ({
  goods: { minor: sums.subtotal_minor + sums.discount_minor, currency },
  discount: { minor: sums.discount_minor, currency },
  shipping: { minor: sums.shipping_minor, currency },
  tax: { minor: sums.tax_minor, currency },
  taxIncluded: sums.taxes_included === 1 ? words.yes : words.no,
})

const toRecipientCells = (address: Address): Record<RecipientColumn, Cell> => ({
  recipient: address.name,
  recipientCompany: address.company,
  recipientPhone: address.phone,
  street: join([address.line1, address.line2]),
  city: address.city,
  province: address.province,
  postcode: address.postcode,
  country: address.country,
})

/** Each text once. */
const join = (texts: readonly string[]): string => [...new Set(texts)].filter(Boolean).join(', ')

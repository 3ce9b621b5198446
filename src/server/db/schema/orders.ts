import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#shared/orders/order.ts'
import type { AttachmentType } from '#shared/orders/attachments.ts'
import type { Generated, Selectable } from 'kysely'

/** Orders, their lines, what came in of them, how they are found, counted and annotated. */
export interface OrderTables {
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_imports: OrderImportsTable
  order_tokens: OrderTokensTable
  token_parts: TokenPartsTable
  packed_postings: PackedPostingsTable
  token_beginnings: { beginning: string }
  products: ProductsTable
  product_words: { token: string; word: string }
  order_counts: OrderCountsTable
  order_day_counts: OrderDayCountsTable
  order_count_changes: OrderCountChangesTable
  order_notes: OrderNotesTable
  attachments: AttachmentsTable
  attachment_chunks: AttachmentChunksTable
  unfinished_uploads: { attachment_id: string }
}

export interface OrdersTable {
  /** `toOrderKey` of the number. */
  key: number
  id: string
  number: string
  source: string
  external_id: string
  external_number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  currency: string
  subtotal_minor: number
  discount_minor: number
  shipping_minor: number
  tax_minor: number
  taxes_included: number
  /** A JSON list of `TaxLine`s. */
  tax_lines: Generated<string>
  /** In percent; empty if it is not known. */
  shipping_tax_rate: Generated<string>
  shipping_tax_minor: Generated<number>
  total_minor: number
  /** Authorized by the payment provider, neither captured nor voided. */
  authorized_minor: Generated<number>
  captured_minor: Generated<number>
  refunded_minor: Generated<number>
  refund_pending_minor: Generated<number>
  granted_minor: Generated<number>
  dispute_open_minor: Generated<number>
  dispute_lost_minor: Generated<number>
  dispute_offset_minor: Generated<number>
  customer_name: string
  /** `toCustomerSortKey` of the name. */
  customer_sort_key: string
  email: string
  phone: string
  place: string
  shipping_address: string
  billing_address: string
  note: string
  shipping_method: string
  discount_code: string
  hold_reason: Generated<string>
  hold_until: Generated<string>
  cancel_reason: Generated<string>
  assignee_id: Generated<string | null>
  customer_number: Generated<string | null>
  import_number: Generated<string | null>
  tags: Generated<string>
  item_count: number
  placed_at: number
  cancelled_at: number | null
  /** 0 or 1. */
  archived: Generated<number>
  imported_at: number | null
  created_at: number
  changed_at: number
  version: Generated<number>
}

export type OrderRecord = Selectable<OrdersTable>

export interface OrderLinesTable {
  id: string
  order_id: string
  position: number
  sku: string
  name: string
  quantity: number
  shipped_quantity: Generated<number>
  delivered_quantity: Generated<number>
  returned_quantity: Generated<number>
  requires_shipping: number
  unit_price_minor: number
  discount_minor: number
  total_minor: number
  /** In percent; `0` without tax, empty if it is not known. */
  tax_rate: Generated<string>
  tax_minor: Generated<number>
  /** 0 or 1. */
  tax_is_derived: Generated<number>
}

export type OrderLineRecord = Selectable<OrderLinesTable>

export interface OrderImportsTable {
  order_id: string
  revision: number
  hash: string
  payload: string
}

export interface TokenPartsTable {
  part: number
  orders_before: number
  placed_before: number
  packed: Generated<number>
}

export interface PackedPostingsTable {
  token: string
  part: number
  order_keys: string
}

export interface OrderTokensTable {
  part: number
  token: string
  placed_at: number
  order_key: number
}

export interface ProductsTable {
  token: string
  sku: string
  name: string
}

export interface OrderCountsTable {
  currency: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  /** 0 or 1. */
  archived: number
  order_count: number
}

export interface OrderDayCountsTable {
  currency: string
  /** The day of `placed_at`, `YYYY-MM-DD` in the book's time zone. */
  day: string
  status: OrderStatus
  source: string
  order_count: number
  total_millions: number
  total_rest: number
}

export interface OrderCountChangesTable {
  id: string
  currency: string
  day: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  archived: number
  source: string
  change: number
  total_millions: number
  total_rest: number
}

export interface OrderNotesTable {
  id: string
  order_id: string
  body: string
  salt: string
  created_by: string
  created_at: number
  edited_at: number | null
  struck_by: string | null
  struck_at: number | null
  revision: Generated<number>
}

export interface AttachmentsTable {
  id: string
  order_id: string
  name: string
  content_type: AttachmentType
  size_bytes: number
  hash: string
  created_by: string
  created_at: number
  payment_id: string | null
}

export interface AttachmentChunksTable {
  attachment_id: string
  position: number
  content: string
}

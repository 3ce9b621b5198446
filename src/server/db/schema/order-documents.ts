import type { RefundStatus } from '#shared/orders/order.ts'
import type { DisputeStatus } from '#shared/orders/dispute.ts'
import type { ItemCondition, ReturnStatus } from '#shared/orders/return.ts'
import type { Generated } from 'kysely'

/** Payments, refunds, disputes, shipments and returns of an order, and the carriers. */
export interface OrderDocumentTables {
  payments: PaymentsTable
  refunds: RefundsTable
  refund_lines: RefundLinesTable
  disputes: DisputesTable
  shipments: ShipmentsTable
  shipment_lines: ShipmentLinesTable
  returns: ReturnsTable
  return_lines: ReturnLinesTable
  return_receipts: ReturnReceiptsTable
  carriers: CarriersTable
}

export interface PaymentsTable {
  id: string
  number: string
  order_id: string
  provider: string
  reference: string
  currency: string
  amount_minor: number
  captured_minor: number
  /** The part that the payment provider paid itself, such as a coupon. */
  subsidy_minor: Generated<number>
  /** The settlement by the provider in another currency; empty and 0 if it is settled in its own currency. */
  settlement_currency: Generated<string>
  settlement_minor: Generated<number>
  /** The provider's price of one unit of it in that currency; empty if not stated. */
  settlement_rate: Generated<string>
  settlement_refunded_minor: Generated<number>
  refunded_minor: Generated<number>
  refund_pending_minor: Generated<number>
  disputed_minor: Generated<number>
  captured_at: number
  recorded_at: number
  created_by: string | null
  note: Generated<string>
}

export interface RefundsTable {
  id: string
  number: string
  order_id: string
  payment_id: string
  status: RefundStatus
  currency: string
  amount_minor: number
  shipping_minor: Generated<number>
  /** In percent; empty if it is not known. */
  shipping_tax_rate: Generated<string>
  shipping_tax_minor: Generated<number>
  granted_minor: Generated<number>
  /** The amount that the provider took back for a payment settled in another currency. */
  settlement_minor: Generated<number>
  reason: Generated<string>
  requested_by: string | null
  decided_by: string | null
  decided_at: number | null
  status_reason: Generated<string>
  reference: Generated<string>
  attempts: Generated<number>
  started_at: number | null
  refunded_at: number | null
  returned_at: Generated<number | null>
  paid_through: Generated<string>
  recorded_at: number
}

export interface RefundLinesTable {
  refund_id: string
  order_id: string
  line_id: string
  quantity: number
  amount_minor: number
  /** In percent; empty if it is not known. */
  tax_rate: Generated<string>
  tax_minor: Generated<number>
}

export interface DisputesTable {
  id: string
  number: string
  order_id: string
  payment_id: string
  provider: string
  /** Its ID at the provider. */
  reference: string
  status: DisputeStatus
  currency: string
  amount_minor: number
  fee_minor: number
  settlement_currency: string
  settlement_minor: number
  settlement_returned_minor: number
  /** 0 or 1. */
  fee_returned: number
  tax_minor: number
  offset_minor: number
  offset_tax_minor: number
  reason: string
  cancel_reason: string
  opened_at: number
  /** `YYYY-MM-DD` in the book's time zone, or empty. */
  respond_by: string
  closed_at: number | null
  recorded_at: number
  created_by: string
}

export interface ShipmentsTable {
  id: string
  number: string
  order_id: string
  carrier: string
  tracking_number: string
  shipped_at: number
  recorded_at: number
  created_by: string | null
  delivered_at: Generated<number | null>
  cancelled_at: Generated<number | null>
  cancel_reason: Generated<string>
}

export interface ShipmentLinesTable {
  shipment_id: string
  order_id: string
  line_id: string
  quantity: number
}

export interface ReturnsTable {
  id: string
  number: string
  order_id: string
  status: ReturnStatus
  reason: string
  closing_reason: string
  requested_at: number
  requested_by: string | null
}

export interface ReturnLinesTable {
  return_id: string
  order_id: string
  line_id: string
  quantity: number
}

export interface ReturnReceiptsTable {
  id: string
  return_id: string
  order_id: string
  line_id: string
  quantity: number
  condition: ItemCondition
  restock: number
  received_at: number
  received_by: string | null
}

export interface CarriersTable {
  id: string
  name: string
  name_key: string
  /** Contains `{number}` as a placeholder for the tracking number. */
  tracking_url: string
  created_at: number
  created_by: string | null
}

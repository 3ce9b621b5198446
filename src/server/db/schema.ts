/** The tables as Kysely types: column by column what `migrations/*.sql` creates. Every `bigint` is read as a safe integer. */

import type { IssuedKind } from '#shared/print/documents.ts'
import type { AccountRole, AccountType } from '#shared/finance/ledger.ts'
import type { ActorType, EventAction, EventView } from '#shared/events/views.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus, RefundStatus } from '#shared/orders/order.ts'
import type { ItemCondition, ReturnStatus } from '#shared/orders/return.ts'
import type { AttachmentType } from '#shared/orders/attachments.ts'
import type { Locale } from '#shared/locales.ts'
import type { UserStatus } from '#shared/staff/user-status.ts'
import type { Role } from '#shared/permissions.ts'
import type { Generated } from 'kysely'

export interface MigrationsTable {
  number: number
  name: string
  checksum: string
  applied_at: number
}

export interface BookTable {
  id: number
  time_zone: string
  currency: string
  created_at: number
  head_seq: Generated<number>
  head_hash: Generated<string>
}

export interface CountersTable {
  key: string
  value: number
}

export interface UsersTable {
  id: string
  email: string
  email_key: string
  name: string
  name_sort_key: string
  role: Role | null
  status: UserStatus
  locale: Locale
  created_at: number
  approved_by: string | null
  approved_at: number | null
  last_seen_at: number | null
  version: Generated<number>
}

/** How a user can prove their identity. So far only passwords are used. */
type CredentialKind = 'password' | 'totp' | 'recovery' | 'passkey' | 'oidc'

export interface CredentialsTable {
  id: string
  user_id: string
  kind: CredentialKind
  issuer: string
  subject: string | null
  secret: string
  label: string
  details: string
  created_at: number
  last_used_at: number | null
}

export interface SessionsTable {
  id: string
  user_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  revoked_at: number | null
  revoke_reason: 'logout' | 'suspended' | null
  ip: string
  user_agent: string
}

/** A request that was sent with an idempotency key. */
export interface IdempotencyKeysTable {
  user_id: string
  key: string
  request_hash: string
  answer_status: number | null
  answer: string | null
  created_at: number
}

export type LinkKind = 'setup' | 'reset' | 'invitation'

export interface OneTimeLinksTable {
  token_hash: string
  kind: LinkKind
  subject_id: string | null
  created_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  revoked_at: number | null
}

export interface ThrottlesTable {
  key: string
  failures: number
  blocked_until: number
  updated_at: number
}

export interface CustomersTable {
  number: string
  merged_into: Generated<string | null>
  erased_at: Generated<number | null>
  version: Generated<number>
}

export interface CustomerContactsTable {
  contact: string
  order_id: string
}

export interface OrdersTable {
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
  total_minor: number
  /** Authorized by the payment provider, neither captured nor voided. */
  authorized_minor: Generated<number>
  captured_minor: Generated<number>
  refunded_minor: Generated<number>
  refund_pending_minor: Generated<number>
  granted_minor: Generated<number>
  customer_name: string
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
  tags: Generated<string>
  item_count: number
  placed_at: number
  cancelled_at: number | null
  /** 0 or 1. */
  archived: Generated<number>
  imported_at: number | null
  created_at: number
  version: Generated<number>
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
  /** Of `placed_at`, `YYYY-MM-DD` in the book's time zone. */
  day: string
  status: OrderStatus
  order_count: number
}

export interface OrderCountChangesTable {
  id: string
  currency: string
  day: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfillment_status: FulfillmentStatus
  archived: number
  change: number
}

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
}

export interface OrderTokensTable {
  token: string
  placed_at: number
  order_id: string
}

export interface OrderImportsTable {
  order_id: string
  revision: number
  hash: string
  payload: string
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
  refunded_minor: Generated<number>
  refund_pending_minor: Generated<number>
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
  granted_minor: Generated<number>
  reason: Generated<string>
  requested_by: string | null
  decided_by: string | null
  decided_at: number | null
  status_reason: Generated<string>
  reference: Generated<string>
  attempts: Generated<number>
  started_at: number | null
  refunded_at: number | null
  recorded_at: number
}

export interface RefundLinesTable {
  refund_id: string
  order_id: string
  line_id: string
  quantity: number
  amount_minor: number
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
  /** Has `{number}` in place of the tracking number. */
  tracking_url: string
  created_at: number
  created_by: string | null
}

export interface ShipmentLinesTable {
  shipment_id: string
  order_id: string
  line_id: string
  quantity: number
}

export interface SellerTable {
  id: number
  name: string
  address: string
  tax_id: string
  bank: string
  footer: string
  version: number
}

export interface DocumentsTable {
  number: string
  kind: IssuedKind
  order_id: string
  issued_at: number
  issued_by: string
  content: string
  hash: string
}

export interface EventsTable {
  id: string
  at: number
  action: EventAction
  actor_type: ActorType
  actor_id: string | null
  actor_name: string | null
  object_type: EventView['objectType']
  object_id: string
  object_label: string
  parameters: string
  in_activity: number
  request_id: string
  ip: string
}

export interface EventPersonalValuesTable {
  event_id: string
  field: string
  from_value: string | null
  to_value: string | null
  salt: string
}

export interface UnsealedEventsTable {
  event_id: string
}

export interface EventSealsTable {
  seq: number
  event_id: string
  previous_hash: string
  hash: string
}

export interface EventChainTable {
  id: number
  head_seq: number
  head_hash: string
}

export interface LedgerAccountsTable {
  id: string
  code: string
  role: AccountRole
  provider: string
  type: AccountType
  currency: string
  /** 1 for the account that posting rules use for its role, provider and currency. */
  is_default: number
  is_money_account: number
  balance_minor: Generated<number>
  posting_count: Generated<number>
  /** All debits ever posted, those of reversals too: what the ledger can still hold follows from it. */
  debited_minor: Generated<number>
}

export interface LedgerEntriesTable {
  seq: number
  /** One of `entryKinds`, or a kind of another version. */
  kind: string
  accounting_day: string
  occurred_at: number
  recorded_at: number
  memo: string
  actor_id: string | null
  actor_name: string | null
  source: string
  external_id: string
  reverses: number | null
  posting_count: number
  previous_hash: string
  hash: string
}

export interface LedgerPostingsTable {
  account_id: string
  account_seq: number
  entry_seq: number
  position: number
  amount_minor: number
  balance_minor: number
}

export interface LedgerLinksTable {
  entry_seq: number
  /** A `LinkType`, or a type of another version. */
  type: string
  object_id: string
  number: string
}

export interface LedgerEntryFlowsTable {
  currency: string
  kind: string
  flow: 'in' | 'out' | 'both' | 'none'
  accounting_day: string
  occurred_at: number
  entry_seq: number
  in_minor: number
  out_minor: number
}

export interface LedgerDayTotalsTable {
  account_id: string
  accounting_day: string
  kind: string
  debit_minor: number
  credit_minor: number
  debit_count: number
  credit_count: number
}

export interface OrderNotesTable {
  id: string
  order_id: string
  body: string
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

export interface Tables {
  migrations: MigrationsTable
  book: BookTable
  counters: CountersTable
  users: UsersTable
  credentials: CredentialsTable
  sessions: SessionsTable
  one_time_links: OneTimeLinksTable
  throttles: ThrottlesTable
  idempotency_keys: IdempotencyKeysTable
  customers: CustomersTable
  orders: OrdersTable
  order_counts: OrderCountsTable
  order_day_counts: OrderDayCountsTable
  order_count_changes: OrderCountChangesTable
  order_lines: OrderLinesTable
  order_tokens: OrderTokensTable
  customer_contacts: CustomerContactsTable
  order_imports: OrderImportsTable
  order_notes: OrderNotesTable
  attachments: AttachmentsTable
  attachment_chunks: AttachmentChunksTable
  payments: PaymentsTable
  refunds: RefundsTable
  refund_lines: RefundLinesTable
  shipments: ShipmentsTable
  shipment_lines: ShipmentLinesTable
  returns: ReturnsTable
  return_lines: ReturnLinesTable
  return_receipts: ReturnReceiptsTable
  carriers: CarriersTable
  seller: SellerTable
  documents: DocumentsTable
  events: EventsTable
  event_personal_values: EventPersonalValuesTable
  unsealed_events: UnsealedEventsTable
  event_seals: EventSealsTable
  event_chain: EventChainTable
  ledger_accounts: LedgerAccountsTable
  ledger_entries: LedgerEntriesTable
  ledger_postings: LedgerPostingsTable
  ledger_links: LedgerLinksTable
  ledger_entry_flows: LedgerEntryFlowsTable
  ledger_day_totals: LedgerDayTotalsTable
}

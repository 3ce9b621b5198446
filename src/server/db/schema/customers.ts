import type { MarketingConsent } from '#shared/customers/profile.ts'
import type { Generated, Selectable } from 'kysely'

/** Customers, what is known of them, how they are found, their first orders, and what their orders add up to. */
export interface CustomerTables {
  customers: CustomersTable
  customer_contacts: CustomerContactsTable
  customer_profiles: CustomerProfilesTable
  customer_tokens: { customer_number: string; token: string }
  first_orders: FirstOrdersTable
  customer_sums: CustomerSumsTable
}

export interface CustomersTable {
  number: string
  merged_into: Generated<string | null>
  erased_at: Generated<number | null>
  removed_at: Generated<number | null>
  version: Generated<number>
  /** `toCustomerSortKey` of the name that lists show. */
  name_sort_key: Generated<string>
  order_count: Generated<number>
  /** 0 without an order. */
  last_order_at: Generated<number>
}

export type CustomerRecord = Selectable<CustomersTable>

export interface FirstOrdersTable {
  /** One that is merged into no other. */
  customer_number: string
  order_key: number
  currency: string
  placed_at: number
}

export interface CustomerSumsTable {
  /** The customer that the orders themselves have, which may be merged into another. */
  customer_number: string
  currency: string
  /** All orders, also drafts and cancelled ones; there is no row for none. */
  order_count: number
  /** Captured less refunded. */
  spent_minor: number
}

export interface CustomerContactsTable {
  contact: string
  /** The order that had it first; null for one that only a profile has. */
  order_id: string | null
  /** The customer of the order or profile. */
  customer_number: string
}

export interface CustomerProfilesTable {
  customer_number: string
  name: string
  email: string
  phone: string
  company: string
  line1: string
  line2: string
  city: string
  province: string
  postcode: string
  country: string
  note: string
  accepts_marketing: MarketingConsent
  source: string
  external_id: string
  import_number: string | null
  received: string
  created_at: number
  changed_at: number
  version: Generated<number>
}

import type { AccountOption } from '#shared/finance/account-views.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { type Count, count } from '#shared/list/count.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import { marketingConsents } from '#shared/customers/profile.ts'
import * as z from 'zod/mini'

/** What users do with a customer, in the order in which a page offers it. */
export const customerActions = [
  'editCustomer',
  'payOutCredit',
  'adjustCredit',
  'mergeCustomer',
  'eraseCustomer',
] as const
export type CustomerAction = (typeof customerActions)[number]

const customerOrder = z.object({
  number: z.string(),
  placedAt: z.int(),
  currency: z.string(),
  totalMinor: z.int(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  fulfillmentStatus: z.enum(fulfillmentStatuses),
})

/** What is known of a customer without their orders; an empty text is not known. */
const profileView = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  province: z.string(),
  postcode: z.string(),
  country: z.string(),
  note: z.string(),
  /** Empty if it is not known. */
  acceptsMarketing: z.enum(marketingConsents),
})

/** An entry that changed the store credit of a customer. */
const creditEntry = z.object({
  /** The ledger entry; null without `finance.view`. */
  entryNumber: z.nullable(z.int()),
  /** A kind of ledger entries (`entryKinds`). */
  kind: z.string(),
  /** The reason that staff gave; empty for those of orders, and without `finance.view`. */
  memo: z.string(),
  occurredAt: z.int(),
  currency: z.string(),
  /** Above zero is what the customer was given. */
  amountMinor: z.int(),
  /** The order that it was refunded from or used for. */
  orderNumber: z.nullable(z.string()),
})

/** A customer with the figures of all their orders. Times are epoch milliseconds. */
export const customerView = z.object({
  number: z.string(),
  /** As in the profile, else as on the newest order; masked for users without `customers.view_personal`. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Without personal data for users without `customers.view_personal`; null for a customer who has orders only. */
  profile: z.nullable(profileView),
  /** The version of the profile, 0 without one: an edit says which version it changes. */
  version: z.int(),
  /** The system that the profile was imported from, `kontor` for one that staff entered; empty without a profile. */
  source: z.string(),
  orderCount: z.int(),
  /** Null without orders. */
  firstOrderAt: z.nullable(z.int()),
  lastOrderAt: z.nullable(z.int()),
  /** The captured minus the refunded amount, by currency. */
  spent: z.array(z.object({ currency: z.string(), amountMinor: z.int() })),
  /** Their store credit by currency; currencies without any are left out. */
  storeCredit: z.array(z.object({ currency: z.string(), amountMinor: z.int() })),
  /** The ten entries that changed it last, newest first. */
  creditEntries: z.array(creditEntry),
  /** The newest six orders, the newest first. */
  orders: z.array(customerOrder),
  /** The customers that were merged into this one. */
  mergedNumbers: z.array(z.string()),
  /** When the personal data was erased. */
  erasedAt: z.nullable(z.int()),
  /** Actions available to the user. */
  actions: z.array(z.enum(customerActions)),
})
export type CustomerView = z.infer<typeof customerView>

/** A customer as lists show them. */
const customerRow = z.object({
  number: z.string(),
  /** As in the profile, else as on the newest order; masked for users without `customers.view_personal`. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  city: z.string(),
  country: z.string(),
  /** Without drafts and cancelled orders. */
  orderCount: z.int(),
  /** When the newest order was placed that is neither a draft nor cancelled; null without one. */
  lastOrderAt: z.nullable(z.int()),
})
export type CustomerRow = z.infer<typeof customerRow>

export const customerList = z.object({ rows: z.array(customerRow), next: z.nullable(z.string()), count })

/** A page of the list of customers with both cursors. */
export interface CustomersPage extends QueryErrors {
  rows: CustomerRow[]
  next: string | null
  previous: string | null
  count: Count
  /** Saved views of the list. */
  views: ListView[]
}

/** What erasing the personal data of a customer would do. */
export interface ErasurePreview {
  /** The first orders that are not finished, which must be finished before. */
  unfinished: string[]
  /** What is deleted with it. */
  noteCount: number
  attachmentCount: number
  /** Invoices and credit notes, which stay as they were issued. */
  documentCount: number
}

/** An account that a form offers. */
type CreditAccount = Pick<AccountOption, 'code' | 'role' | 'provider' | 'name' | 'nameZh' | 'currency'>

/** What the forms that change store credit offer: accounts that pay it out, those that it is adjusted against, and when a second person is needed. */
export interface CreditChoices {
  payOut: CreditAccount[]
  adjust: CreditAccount[]
  approval: PostingApproval
}

/** The customers that the page of orders shows. */
export interface PageCustomers {
  /** Of the open order. */
  ofOrder: CustomerView | null
  /** By whom the list is filtered. */
  ofList: CustomerView | null
  /** In the open dialog: the customer to merge, `missing` if there is none. */
  other: CustomerView | { missing: string } | null
  /** In the open dialog: what erasing the personal data would do. */
  erasure: ErasurePreview | null
  /** In the open dialog: how store credit can be changed. */
  credit: CreditChoices | null
}

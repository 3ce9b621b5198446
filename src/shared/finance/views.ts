import { accountRoleNames } from '#shared/finance/ledger.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** Money of the money accounts in minor units: `in` received, `out` refunded or paid. Negative for what a reversal takes back. */
export interface Flow {
  in: number
  out: number
}

/** opening + in − out + transfers = closing; net = in − out. */
export const currencySummary = z.object({
  currency: z.string(),
  opening: z.int(),
  in: z.int(),
  out: z.int(),
  net: z.int(),
  /** Opening balances, and what was exchanged for money in another currency. */
  transfers: z.int(),
  closing: z.int(),
})
export type CurrencySummary = z.infer<typeof currencySummary>
export const summary = z.object({ currencies: z.array(currencySummary) })

export const posting = z.object({
  accountCode: z.string(),
  role: z.enum(accountRoleNames),
  /** The payment provider of a clearing account, else empty. */
  provider: z.string(),
  /** The name given by staff; empty if the account has the name of its role. */
  name: z.string(),
  nameZh: z.string(),
  currency: z.string(),
  /** Debit positive, credit negative. */
  amountMinor: z.int(),
  /** The account's balance after this posting, debit positive. */
  balanceMinor: z.int(),
})

/** One entry of the ledger with its postings. */
export const entryView = z.object({
  number: z.int(),
  /** `payment.captured`, `refund.succeeded`, `entry.reversed`; later versions add others. */
  kind: z.string(),
  accountingDay: z.string(),
  occurredAt: z.int(),
  postedAt: z.int(),
  memo: z.string(),
  actor: z.nullable(z.string()),
  /** The system it came from. Together with `externalId` it is unique, so that the same entry is never posted twice. */
  source: z.string(),
  externalId: z.string(),
  /** The linked documents, with the number of the order, payment or refund. */
  links: z.array(z.object({ type: z.string(), number: z.string() })),
  /** Movement of money accounts, one per currency of the entry. */
  flows: z.array(z.object({ currency: z.string(), in: z.int(), out: z.int() })),
  postings: z.array(posting),
  /** The number of the entry that it reverses, and of the one that reverses it. */
  reverses: z.nullable(z.int()),
  reversedBy: z.nullable(z.int()),
  hash: z.string(),
  previousHash: z.string(),
})
export type EntryView = z.infer<typeof entryView>

export const entryList = z.object({
  rows: z.array(entryView),
  next: z.nullable(z.string()),
  count,
  /** In and out of all matching entries, not only of this page. */
  totals: z.array(z.object({ currency: z.string(), in: z.int(), out: z.int(), count: z.int() })),
})
export type EntryList = z.infer<typeof entryList>

/** A row of the page's list. It has only what the list shows, as fifty rows are most of the page. */
export interface EntryRow extends Pick<EntryView, 'number' | 'kind' | 'occurredAt' | 'memo' | 'flows'> {
  /** The numbers of the linked order and of the linked payment or refund. */
  order: string | null
  /** The customer of the order. */
  counterparty: string | null
  document: string | null
  /** What only the columns show that users choose: the accounting day, when it was posted and by whom. */
  day?: string
  postedAt?: number
  actor?: string | null
  postings: Pick<z.infer<typeof posting>, 'role' | 'provider' | 'name' | 'nameZh' | 'currency' | 'amountMinor'>[]
}

/** Other entries of the order of an entry and of the payouts of its money, by time, and the lines of statements that are matched with it. */
export interface EntryChain {
  entries: Pick<EntryView, 'number' | 'kind' | 'occurredAt'>[]
  /** `account` is the code of the account of the statement, `id` names the line in URLs. */
  lines: { account: string; id: string; day: string; text: string }[]
}

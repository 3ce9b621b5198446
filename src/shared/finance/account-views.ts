import { accountRoleNames, accountTypes } from '#shared/finance/ledger.ts'
import { count } from '#shared/list/count.ts'
import * as z from 'zod/mini'

/** What an account is called: `name` and `nameZh` are empty where it has the name of its role in the chart. */
export const accountNames = {
  role: z.enum(accountRoleNames),
  /** The payment provider of a clearing account, else empty. */
  provider: z.string(),
  name: z.string(),
  nameZh: z.string(),
}

export const ledgerAccount = z.object({
  ...accountNames,
  code: z.string(),
  type: z.enum(accountTypes),
  currency: z.string(),
  /** Debit positive, credit negative. */
  balanceMinor: z.int(),
  postingCount: z.int(),
  /** When money last moved, of the days posted to; null before the first posting. */
  lastMovedAt: z.nullable(z.int()),
  archivedAt: z.nullable(z.int()),
  /** Whether it can be archived now: one that staff opened, with a balance of zero. */
  canArchive: z.boolean(),
})
export type LedgerAccount = z.infer<typeof ledgerAccount>

/** An account that an entry can be posted to; one of the chart that does not exist yet has no balance. */
export type AccountOption = Pick<
  LedgerAccount,
  'code' | 'role' | 'provider' | 'name' | 'nameZh' | 'type' | 'currency' | 'balanceMinor'
>
export const ledgerAccountList = z.object({ accounts: z.array(ledgerAccount) })

/** Maximum number of customers in the list. */
export const maxCreditBalances = 500

/** What customers have on an account of store credit, the most first. */
export interface CreditBalances {
  /** The name is empty where it is not known. */
  rows: { customer: string; name: string; balanceMinor: number }[]
  /** All customers with store credit, also those that are not listed. */
  count: number
  /** The store credit of customers that are not listed. */
  restMinor: number
}

const postingRow = z.object({
  entry: z.int(),
  /** Which posting of the entry it is. */
  position: z.int(),
  kind: z.string(),
  occurredAt: z.int(),
  memo: z.string(),
  /** Debit positive, credit negative. */
  amountMinor: z.int(),
  /** The account's balance after it by date, in the account's own sign: assets and expenses grow with debits, all others with credits. */
  balanceMinor: z.int(),
  /** The accounts on the other side of the entry. */
  counterAccounts: z.array(z.object({ ...accountNames, code: z.string() })),
})
export type PostingRow = z.infer<typeof postingRow>

/** Postings of an account by date, newest first, and the figures of the days, in the account's own sign: opening + change = closing. */
export const accountPostings = z.object({
  account: ledgerAccount,
  rows: z.array(postingRow),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  count,
  summary: z.object({
    openingMinor: z.int(),
    debitMinor: z.int(),
    creditMinor: z.int(),
    changeMinor: z.int(),
    closingMinor: z.int(),
  }),
})
export type AccountPostings = z.infer<typeof accountPostings>

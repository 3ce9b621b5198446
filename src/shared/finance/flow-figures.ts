import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'

/**
 * The figures above the cash flow, in one currency and in minor units: what a filter by days, kinds and accounts leaves. Those of a search are null
 * where they are no sum of entries.
 */
export interface FlowFigures {
  in: number
  out: number
  net: number
  /** How many movements they are: entries, each once for every money account that it moves. */
  inCount: number
  outCount: number
  /** The balance of the money accounts at the end of the days, whatever the kinds, or of those that the filter chooses. */
  closing: number | null
  opening: number | null
  /** Opening balances, and what accounts that the filter chooses moved to and from other money accounts: closing = opening + net + transfers. */
  transfers: number
  /** Payments received and refunds paid out; null where the filter leaves their kind out. */
  payments: number | null
  refunds: { minor: number; count: number } | null
  /** What the fee accounts were charged, account by account; null with a filter by kind or account, or a search, which their page does not have. */
  fees: { account: AccountName; minor: number }[] | null
  /** With payment providers at the end of the days, not yet paid out. */
  unsettled: number | null
  /** Lines of statements of the days that are neither matched nor ignored, of each account that has any; whatever the kinds. */
  openLines: { account: AccountName; count: number }[] | null
}

/** What names an account. */
export type AccountName = Pick<LedgerAccount, 'code' | 'role' | 'provider' | 'name' | 'nameZh'>

/** The figures of the days that are shown, and of the period before, which periods without beginning or end do not have. */
export interface FigureComparison {
  now: FlowFigures
  before: { days: Days; figures: FlowFigures } | null
}

export const feeRoles = ['provider_fee', 'bank_fee'] as const satisfies readonly AccountRole[]

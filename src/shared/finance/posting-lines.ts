import type { AccountRole } from '#shared/finance/ledger.ts'
import type { PostingLine } from '#shared/finance/order-balances.ts'
import { add } from '#shared/money.ts'

/* Lines of entries: debits are positive, credits negative. */

export const debit = (role: AccountRole, amountMinor: number): PostingLine => ({ role, amountMinor })
export const credit = (role: AccountRole, amountMinor: number): PostingLine => ({ role, amountMinor: -amountMinor })
export const reverseLine = ({ role, amountMinor }: PostingLine): PostingLine => ({ role, amountMinor: -amountMinor })
export const withoutZeros = (all: PostingLine[]): PostingLine[] => all.filter(({ amountMinor }) => amountMinor !== 0)

/** One line for each role. */
export const sumByRole = (lines: readonly PostingLine[]): PostingLine[] =>
  withoutZeros(
    [...Map.groupBy(lines, ({ role }) => role)].map(([role, ofRole]) => ({
      role,
      amountMinor: add(...ofRole.map(({ amountMinor }) => amountMinor)),
    })),
  )

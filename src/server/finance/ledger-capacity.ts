import type { Db } from '#server/db/database.ts'
import { sumDebitsByCurrency } from '#server/finance/ledger-store.ts'
import type { PostingLine } from '#shared/finance/order-balances.ts'

/** The remaining capacity of the ledger, as seen by one transaction or read. */
export interface LedgerCapacity {
  /** Whether the lines of whole entries fit beside everything before; if so they count as posted from now on. */
  reserve(currency: string, lines: readonly Pick<PostingLine, 'amountMinor'>[]): boolean
}

/**
 * Measures the ledger by the debits of its accounts. It is full in a currency when all debits together, reversed ones included, would leave the exact
 * range of numbers. Below that every balance and every sum over accounts and days is exact.
 */
export async function openCapacity(db: Db): Promise<LedgerCapacity> {
  const remaining = new Map(
    (await sumDebitsByCurrency(db)).map(({ currency, debit }) => [currency, Number.MAX_SAFE_INTEGER - debit]),
  )
  return {
    reserve: (currency, lines) => {
      let rest = remaining.get(currency) ?? Number.MAX_SAFE_INTEGER
      for (const { amountMinor } of lines) if (amountMinor > 0) rest -= amountMinor
      if (rest < 0) return false
      remaining.set(currency, rest)
      return true
    },
  }
}

import type { AccountRole } from '#shared/finance/ledger.ts'
import { type OrderBalances, type PostingLine, soldAmounts } from '#shared/finance/order-balances.ts'
import type { TaxShare } from '#shared/finance/taxes.ts'
import { allocate } from '#shared/money.ts'

/**
 * The posting rules of disputes (chargebacks). Pure; amounts are minor units of the order's currency, and lines of 0 are left out.
 *
 * | rule    | what happens                                              | debit                        | credit            |
 * | ------- | --------------------------------------------------------- | ---------------------------- | ----------------- |
 * | opened  | the provider takes the amount and its fee                  | disputes, provider fees      | clearing          |
 * | won     | it returns the amount, and perhaps the fee                 | clearing                     | disputes, fees    |
 * | lost    | the amount is a loss, less the tax that is no longer due   | chargeback losses, tax       | disputes          |
 * | offset  | money that is owed to the customer makes good what was lost | refunds due                  | losses, tax       |
 */
export const disputePostings = {
  opened: ({ amountMinor, feeMinor }: DisputeAmounts) =>
    toLines({ dispute: amountMinor, provider_fee: feeMinor, clearing: -amountMinor - feeMinor }),
  won: ({ amountMinor, feeMinor }: DisputeAmounts) =>
    toLines({ clearing: amountMinor + feeMinor, dispute: -amountMinor, provider_fee: -feeMinor }),
  lost: ({ amountMinor, taxMinor }: LostAmounts) =>
    toLines({ chargeback_loss: amountMinor - taxMinor, tax: taxMinor, dispute: -amountMinor }),
  offset: ({ amountMinor, taxMinor }: LostAmounts) =>
    toLines({ refund_due: amountMinor, chargeback_loss: taxMinor - amountMinor, tax: -taxMinor }),
}
export type DisputeRule = keyof typeof disputePostings

/** `feeMinor`: of an opened dispute what the provider charges, of a won one what it gives back. */
interface DisputeAmounts {
  amountMinor: number
  feeMinor: number
}

/** `taxMinor`: the part of the amount that is tax, which is no longer due, or is due again. */
interface LostAmounts {
  amountMinor: number
  taxMinor: number
}

const toLines = (amounts: Partial<Record<AccountRole, number>>): PostingLine[] =>
  Object.entries(amounts)
    .map(([role, amountMinor]) => ({ role: role as AccountRole, amountMinor }))
    .filter(({ amountMinor }) => amountMinor !== 0)

/**
 * The tax in a disputed amount: its share of what the books still have as sold. None of an order that is not paid in full, whose tax is not in
 * the books, and never more than is left of the tax after earlier disputes (`takenMinor`).
 */
export function taxOfDispute(balances: OrderBalances, amountMinor: number, takenMinor: number): number {
  const { netMinor, taxMinor } = soldAmounts(balances)
  if (taxMinor <= takenMinor || netMinor < 0) return 0
  const soldMinor = netMinor + taxMinor
  const [, inAmount = 0] = allocate(Math.min(amountMinor, soldMinor), [netMinor, taxMinor])
  return Math.min(inAmount, taxMinor - takenMinor)
}

/** How an entry of a dispute moves tax by rate, in proportion to what `shares` have; the revenue stays. Positive: less tax is due. */
export function splitDisputeTax(taxMinor: number, shares: readonly TaxShare[]): TaxShare[] {
  if (taxMinor === 0) return []
  const weights = shares.map((share) => Math.abs(share.taxMinor))
  const parts = weights.some((weight) => weight > 0) ? allocate(Math.abs(taxMinor), weights) : [Math.abs(taxMinor)]
  return parts
    .map((part, index) => ({ rate: shares[index]?.rate ?? '', netMinor: 0, taxMinor: taxMinor > 0 ? -part : part }))
    .filter((share) => share.taxMinor !== 0)
}

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
 *
 * Of a payment that is settled in another currency, the conversion account takes the place of the clearing account, and what the provider takes or gives back is posted against it in that one.
 */
export const disputePostings = {
  opened: ({ amountMinor, feeMinor, settledMinor = 0 }: DisputeAmounts) =>
    settledMinor === 0
      ? toLines({ dispute: amountMinor, provider_fee: feeMinor, clearing: -amountMinor - feeMinor })
      : [
          ...toLines({ dispute: amountMinor, conversion: -amountMinor }),
          ...inSettlement({ conversion: settledMinor, provider_fee: feeMinor, clearing: -settledMinor - feeMinor }),
        ],
  won: ({ amountMinor, feeMinor, settledMinor = 0 }: DisputeAmounts) =>
    settledMinor === 0
      ? toLines({ clearing: amountMinor + feeMinor, dispute: -amountMinor, provider_fee: -feeMinor })
      : [
          ...toLines({ conversion: amountMinor, dispute: -amountMinor }),
          ...inSettlement({ clearing: settledMinor + feeMinor, conversion: -settledMinor, provider_fee: -feeMinor }),
        ],
  lost: ({ amountMinor, taxMinor }: LostAmounts) =>
    toLines({ chargeback_loss: amountMinor - taxMinor, tax: taxMinor, dispute: -amountMinor }),
  offset: ({ amountMinor, taxMinor }: LostAmounts) =>
    toLines({ refund_due: amountMinor, chargeback_loss: taxMinor - amountMinor, tax: -taxMinor }),
}
export type DisputeRule = keyof typeof disputePostings

/**
 * `feeMinor`: of an opened dispute what the provider charges, of a won one what it gives back. `settledMinor`: what it takes or gives back of a payment that it settled in another currency,
 * which the fee is in, too.
 */
interface DisputeAmounts {
  amountMinor: number
  feeMinor: number
  settledMinor?: number | undefined
}

/** A line in the currency of the order or, `isSettled`, in that in which the payment is settled. */
export interface DisputeLine extends PostingLine {
  isSettled?: true
}

/** `taxMinor`: the part of the amount that is tax, which is no longer due, or is due again. */
interface LostAmounts {
  amountMinor: number
  taxMinor: number
}

const inSettlement = (amounts: Partial<Record<AccountRole, number>>): DisputeLine[] =>
  toLines(amounts).map((line) => ({ ...line, isSettled: true }))

const toLines = (amounts: Partial<Record<AccountRole, number>>): DisputeLine[] =>
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

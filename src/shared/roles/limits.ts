/** How much money users with a role may decide about alone, in minor units of the book's currency; null is any amount. */
export interface MoneyLimits {
  /** Of one order: refunds that a user requests and approves, all together. */
  refundMinor: number | null
  /** Of one day: refunds that a user requests and approves, all together. */
  dailyRefundMinor: number | null
  /** What one write-off gives up. */
  writeOffMinor: number | null
}

const noLimits: MoneyLimits = { refundMinor: null, dailyRefundMinor: null, writeOffMinor: null }

/** Admins can make accounts, so they never decide about money alone. */
const adminLimits: MoneyLimits = { refundMinor: 0, dailyRefundMinor: 0, writeOffMinor: 0 }

/** The limits of a role that has none of its own. */
export const defaultLimits = (roleId: string): MoneyLimits => (roleId === 'admin' ? adminLimits : noLimits)

/** The lowest of several limits; null when none is set. */
export function lowestLimit(...limits: readonly (number | null | undefined)[]): number | null {
  const set = limits.filter((limit) => limit !== null && limit !== undefined)
  return set.length === 0 ? null : Math.min(...set)
}

/** For each kind of money the lower one of two limits. */
export const lowestLimits = (a: MoneyLimits, b: MoneyLimits): MoneyLimits => ({
  refundMinor: lowestLimit(a.refundMinor, b.refundMinor),
  dailyRefundMinor: lowestLimit(a.dailyRefundMinor, b.dailyRefundMinor),
  writeOffMinor: lowestLimit(a.writeOffMinor, b.writeOffMinor),
})

/** Whether an amount is within a limit; limits are in the currency of the book and allow nothing in others. */
export const isWithinLimit = (
  limitMinor: number | null,
  { amountMinor, currency }: { amountMinor: number; currency: string },
  book: { currency: string },
): boolean => limitMinor === null || (currency === book.currency && amountMinor <= limitMinor)

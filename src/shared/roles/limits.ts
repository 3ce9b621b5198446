import type { Permission } from '#shared/permissions.ts'

/** How much money users with a role may decide about alone, in minor units of the book's currency; null is any amount. */
export interface MoneyLimits {
  /** Of one order: refunds that a user requests and approves, all together. */
  refundMinor: number | null
  /** Of one day: refunds that a user requests and approves, all together. */
  dailyRefundMinor: number | null
  /** What one write-off gives up. */
  writeOffMinor: number | null
}
export type LimitName = keyof MoneyLimits

/** The permission that each limit restricts: without it, the limit means nothing. */
export const limitPermissions: Record<LimitName, Permission> = {
  refundMinor: 'refunds.approve',
  dailyRefundMinor: 'refunds.approve',
  writeOffMinor: 'payments.write_off',
}
export const limitNames = Object.keys(limitPermissions) as LimitName[]

/** Whether limits mean anything to a role with these permissions. */
export const decidesAboutMoney = (permissions: readonly Permission[]): boolean =>
  limitNames.some((name) => permissions.includes(limitPermissions[name]))

/** The field of the input that sets each limit. */
export const limitFields = {
  refundMinor: 'refundLimit',
  dailyRefundMinor: 'dailyRefundLimit',
  writeOffMinor: 'writeOffLimit',
} as const satisfies Record<LimitName, string>

export const noLimits: MoneyLimits = { refundMinor: null, dailyRefundMinor: null, writeOffMinor: null }

/** Admins can make accounts, so they never decide about money alone. */
const adminLimits: MoneyLimits = { refundMinor: 0, dailyRefundMinor: 0, writeOffMinor: 0 }

/** The limits of a role that are part of the program: those that are stored can only be lower. */
export const builtInLimits = (roleId: string): MoneyLimits => (roleId === 'admin' ? adminLimits : noLimits)

/** The lowest of several limits; null when none is set. */
export function lowestLimit(...limits: readonly (number | null)[]): number | null {
  const set = limits.filter((limit) => limit !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/** For each kind of money the lower one of two limits. */
export const lowestLimits = (a: MoneyLimits, b: MoneyLimits): MoneyLimits => ({
  refundMinor: lowestLimit(a.refundMinor, b.refundMinor),
  dailyRefundMinor: lowestLimit(a.dailyRefundMinor, b.dailyRefundMinor),
  writeOffMinor: lowestLimit(a.writeOffMinor, b.writeOffMinor),
})

interface LimitedRole {
  permissions: readonly Permission[]
  limits: MoneyLimits
}

/**
 * The limits by which a changed role allows more money than a user can give: more than the user may decide about, and more than the role
 * allowed before. `before` is `undefined` for a new role.
 */
export function findExcessiveLimits(
  user: MoneyLimits,
  before: LimitedRole | undefined,
  after: LimitedRole,
): LimitName[] {
  const toAmount = (limitMinor: number | null): number => limitMinor ?? Infinity
  return limitNames.filter((name) => {
    const permission = limitPermissions[name]
    if (!after.permissions.includes(permission)) return false
    const allowedBefore = before?.permissions.includes(permission) ? toAmount(before.limits[name]) : 0
    return toAmount(after.limits[name]) > Math.max(toAmount(user[name]), allowedBefore)
  })
}

/** Whether an amount is within a limit; limits are in the currency of the book and allow nothing in others. */
export const isWithinLimit = (
  limitMinor: number | null,
  { amountMinor, currency }: { amountMinor: number; currency: string },
  book: { currency: string },
): boolean => limitMinor === null || (currency === book.currency && amountMinor <= limitMinor)

import type { Permission } from '#shared/permissions.ts'

/** How much money users with a role may decide about alone, in minor units of the book's currency; null is any amount. */
export interface MoneyLimits {
  /** Per order: the sum of refunds that a user requests and approves. */
  refundMinor: number | null
  /** Per day: the sum of refunds that a user requests and approves. */
  dailyRefundMinor: number | null
  /** Per order: the sum of discounts that a user gives. */
  discountMinor: number | null
  /** Per day: the sum of discounts that a user gives. */
  dailyDiscountMinor: number | null
  /** The limit of one write-off. */
  writeOffMinor: number | null
  /** The debits of one entry that a user posts or reverses by hand. */
  manualEntryMinor: number | null
  /** Per day: the sum of debits of entries that a user posts or reverses by hand. */
  dailyManualEntryMinor: number | null
}
export type LimitName = keyof MoneyLimits

/** The permissions that each limit restricts: without any of them, the limit has no effect. */
const limitPermissions: Record<LimitName, readonly Permission[]> = {
  refundMinor: ['refunds.approve'],
  dailyRefundMinor: ['refunds.approve'],
  discountMinor: ['orders.create', 'orders.edit'],
  dailyDiscountMinor: ['orders.create', 'orders.edit'],
  writeOffMinor: ['payments.write_off'],
  manualEntryMinor: ['finance.post'],
  dailyManualEntryMinor: ['finance.post'],
}
export const limitNames = Object.keys(limitPermissions) as LimitName[]

/** Whether a limit means anything to a role with these permissions. */
export const isLimited = (name: LimitName, permissions: readonly Permission[]): boolean =>
  limitPermissions[name].some((permission) => permissions.includes(permission))

/** Whether limits mean anything to a role with these permissions. */
export const decidesAboutMoney = (permissions: readonly Permission[]): boolean =>
  limitNames.some((name) => isLimited(name, permissions))

/** The field of the input that sets each limit. */
export const limitFields = {
  refundMinor: 'refundLimit',
  dailyRefundMinor: 'dailyRefundLimit',
  discountMinor: 'discountLimit',
  dailyDiscountMinor: 'dailyDiscountLimit',
  writeOffMinor: 'writeOffLimit',
  manualEntryMinor: 'manualEntryLimit',
  dailyManualEntryMinor: 'dailyManualEntryLimit',
} as const satisfies Record<LimitName, string>

const mapLimits = (limitOf: (name: LimitName) => number | null): MoneyLimits =>
  Object.fromEntries(limitNames.map((name) => [name, limitOf(name)])) as unknown as MoneyLimits

export const noLimits: MoneyLimits = mapLimits(() => null)

/** Admins can make accounts, so they never pay out, give up or post money alone. */
const adminLimits: MoneyLimits = {
  ...noLimits,
  refundMinor: 0,
  dailyRefundMinor: 0,
  writeOffMinor: 0,
  manualEntryMinor: 0,
  dailyManualEntryMinor: 0,
}

/** The limits of a role that are part of the program: those that are stored can only be lower. */
export const builtInLimits = (roleId: string): MoneyLimits => (roleId === 'admin' ? adminLimits : noLimits)

/** The lowest of several limits; null when none is set. */
export function lowestLimit(...limits: readonly (number | null)[]): number | null {
  const set = limits.filter((limit) => limit !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/** For each kind of money the lower one of two limits. */
export const lowestLimits = (a: MoneyLimits, b: MoneyLimits): MoneyLimits =>
  a === noLimits ? b : mapLimits((name) => lowestLimit(a[name], b[name]))

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
    if (!isLimited(name, after.permissions)) return false
    const allowedBefore = before && isLimited(name, before.permissions) ? toAmount(before.limits[name]) : 0
    return toAmount(after.limits[name]) > Math.max(toAmount(user[name]), allowedBefore)
  })
}

/** Whether an amount is within a limit; limits are in the currency of the book and allow nothing in others. */
export const isWithinLimit = (
  limitMinor: number | null,
  { amountMinor, currency }: { amountMinor: number; currency: string },
  book: { currency: string },
): boolean => limitMinor === null || (currency === book.currency && amountMinor <= limitMinor)

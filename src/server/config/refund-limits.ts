import { ConfigError } from '#server/config/config-error.ts'
import { type Role, rolesWithPermission } from '#shared/permissions.ts'

/** An amount; its number of decimals is checked when the book, and so its currency, is known. */
export function parseRefundLimit(text: string | undefined): string | undefined {
  if (text !== undefined && !amountPattern.test(text))
    throw new ConfigError(`KONTOR_REFUND_LIMIT must be an amount like 500 or 499.90, not "${text}".`)
  return text
}

const amountPattern = /^\d{1,15}(\.\d{1,4})?$/

/** Amounts by role, from `finance=500,owner=5000`. */
export function parseRefundLimits(text: string | undefined): Partial<Record<Role, string>> {
  const limits = new Map<Role, string>()
  for (const part of text?.split(',') ?? []) {
    const [name = '', amount = ''] = part.split('=').map((side) => side.trim())
    const role = rolesWithPermission('refunds.approve').find((each) => each === name)
    if (!role)
      throw new ConfigError(
        `KONTOR_REFUND_LIMITS must name roles that approve refunds (${rolesWithPermission('refunds.approve').join(', ')}), not "${name}".`,
      )
    if (!amountPattern.test(amount) || limits.has(role))
      throw new ConfigError(`KONTOR_REFUND_LIMITS must have one amount for each role, like finance=500, not "${part}".`)
    limits.set(role, amount)
  }
  return Object.fromEntries(limits)
}

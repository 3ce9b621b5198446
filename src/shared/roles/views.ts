import { permissions } from '#shared/permissions.ts'
import * as z from 'zod/mini'

const limit = z.nullable(z.int())

/** A role with the number of accounts that have it. `name` is empty for a built-in one. */
export const roleView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Minor units of the book's currency; null is any amount. */
  limits: z.object({
    refundMinor: limit,
    dailyRefundMinor: limit,
    discountMinor: limit,
    dailyDiscountMinor: limit,
    writeOffMinor: limit,
    manualEntryMinor: limit,
    dailyManualEntryMinor: limit,
  }),
  /** Since when the role needs a second factor, epoch ms; null if it does not. */
  secondFactorSince: z.nullable(z.int()),
  userCount: z.int(),
  /** 0 for a built-in role of which nothing was ever set. */
  version: z.int(),
  /** Whether the user can change it, and give it to others. */
  canManage: z.boolean(),
})
export type RoleView = z.infer<typeof roleView>

/** All roles: the built-in ones, highest first, then those of the company by name. */
export const roleList = z.object({ roles: z.array(roleView) })

import { flag, optionalInput, optionalLine, requiredList, singleLine, valueList, wholeNumber } from '#shared/inputs.ts'
import { permissions } from '#shared/permissions.ts'
import * as z from 'zod/mini'

/** Path parameters of endpoints about one role: a built-in name or a UUID. */
export const roleParams = z.object({ role: z.string().check(z.maxLength(40, 'too-long')) })

/** Amounts in the currency of the book; an empty one is no limit. */
const limits = {
  refundLimit: optionalLine(30),
  dailyRefundLimit: optionalLine(30),
  discountLimit: optionalLine(30),
  dailyDiscountLimit: optionalLine(30),
  writeOffLimit: optionalLine(30),
  manualEntryLimit: optionalLine(30),
  dailyManualEntryLimit: optionalLine(30),
}

export const createRoleInput = z.object({
  roleName: singleLine(60),
  description: optionalLine(200),
  permissions: requiredList(z.enum(permissions)),
  /** Users with the role must have a second factor a week from now. */
  requiresSecondFactor: flag,
  ...limits,
})

/** For a built-in role, only the limits and the second factor can be changed: the others are neither needed nor read. */
export const changeRoleInput = z.object({
  ...createRoleInput.shape,
  roleName: optionalInput(singleLine(60)),
  permissions: valueList(z.enum(permissions)),
  /** The version that the user saw. */
  version: wholeNumber(0),
})

export type RoleInput = Omit<z.infer<typeof changeRoleInput>, 'version'>

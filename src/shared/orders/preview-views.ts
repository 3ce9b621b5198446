import { fieldChange } from '#shared/events/views.ts'
import * as z from 'zod/mini'

/** A possible duplicate of the order. */
const possibleDuplicate = z.object({
  number: z.string(),
  minutesApart: z.int(),
  /** The shared value, besides the total. */
  shared: z.enum(['email', 'phone', 'customer']),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** The sums of an order that is being entered. */
export const orderPreview = z.object({
  duplicates: z.array(possibleDuplicate),
  currency: z.string(),
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  shippingMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
})
export type OrderPreview = z.infer<typeof orderPreview>

/** What an edit would make of an order. */
export const editPreview = z.object({
  subtotalMinor: z.int(),
  discountMinor: z.int(),
  shippingMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
  /** The new total minus the present one. */
  differenceMinor: z.int(),
  /** Positive: the customer will owe; negative: the merchant will. */
  balanceMinor: z.int(),
  /** The fields that it would change. */
  changes: z.array(fieldChange),
})
export type EditPreview = z.infer<typeof editPreview>

import { singleLine } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Path parameters of endpoints about one customer. */
export const customerParams = z.object({ customer: z.string().check(z.maxLength(40, 'too-long')) })

/** The number, an email address or a phone number of the customer whose orders also become those of this one. */
export const mergeCustomersInput = z.object({ other: singleLine(200) })

/** The number or the name of the customer, typed by hand. */
export const eraseCustomerInput = z.object({ confirmation: singleLine(200) })

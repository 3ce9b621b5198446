import { periods } from '#shared/home/periods.ts'
import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const homeQuery = z.object({
  period: optionalInput(z.enum(periods)),
  /** A whole calendar month, `2026-09`; takes the place of `period`. */
  month: optionalInput(z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'day'))),
  currency: optionalInput(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
})

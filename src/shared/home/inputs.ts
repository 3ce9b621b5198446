import { periods } from '#shared/home/periods.ts'
import { day, optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const homeQuery = z.object({
  period: optionalInput(z.enum(periods)),
  /** A whole calendar month, `2026-09`; takes the place of `period`. */
  month: optionalInput(z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'day'))),
  /** Any days, both inclusive; they take the place of `period` and `month`. */
  from: optionalInput(day),
  to: optionalInput(day),
  currency: optionalInput(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
})

import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const periods = ['today', '7d', 'month', 'all'] as const
export const homeQuery = z.object({
  period: optionalInput(z.enum(periods)),
  currency: optionalInput(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
})

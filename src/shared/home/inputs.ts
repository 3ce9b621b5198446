import { orNothing } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const periods = ['today', '7d', 'month', 'all'] as const
export const homeQuery = z.object({
  period: orNothing(z.enum(periods)),
  currency: orNothing(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
})

import { entryKinds } from '#shared/finance/ledger.ts'
import { day, orNothing, several } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Days are accounting days of the book's zone, both inclusive. */
const period = { from: orNothing(day), to: orNothing(day) }

export const summaryQuery = z.object(period)

export const entriesQuery = z.object({
  ...period,
  kind: several(entryKinds),
  cursor: orNothing(z.string().check(z.maxLength(200, 'too-long'))),
})
export type EntriesQuery = z.infer<typeof entriesQuery>

/** `/finance`: the same, which entry stands in the drawer, and the currency of the cards. */
export const financeQuery = z.object({
  ...entriesQuery.shape,
  entry: orNothing(z.coerce.number().check(z.int(), z.positive())),
  currency: orNothing(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
})
export type FinanceQuery = z.infer<typeof financeQuery>

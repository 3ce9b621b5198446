import { entryKinds } from '#shared/finance/ledger.ts'
import { day, optionalInput, enumList } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Days are accounting days of the book's zone, both inclusive. */
const period = { from: optionalInput(day), to: optionalInput(day) }

export const summaryQuery = z.object(period)

/** Which way money of the company's own accounts moved: `in` received, `out` given back or paid. */
export const flows = ['in', 'out'] as const
export type FlowDirection = (typeof flows)[number]

export const entriesQuery = z.object({
  ...period,
  kind: enumList(entryKinds),
  /** Entries that move money this way; without it both. */
  flow: optionalInput(z.enum(flows)),
  /** Entries that move this currency; without it those of all of them. */
  currency: optionalInput(z.string().check(z.regex(/^[A-Z]{3}$/, 'currency'))),
  cursor: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
})
export type EntriesQuery = z.infer<typeof entriesQuery>

/** `/finance`: the same in one currency (the book's own unless another is given), and the number of the open entry. */
export const financeQuery = z.object({
  ...entriesQuery.shape,
  entry: optionalInput(z.coerce.number().check(z.int(), z.positive())),
})
export type FinanceQuery = z.infer<typeof financeQuery>

import { entriesList } from '#shared/finance/entries-list.ts'
import { day, optionalInput } from '#shared/inputs.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import * as z from 'zod/mini'

/** Days are accounting days of the book's zone, both inclusive. */
const period = { from: optionalInput(day), to: optionalInput(day) }

/** A range that ends before it begins is refused like that of the list. */
export const summaryQuery = listQuery(period, entriesList)

export const entriesQuery = listQuery(listShape(entriesList), entriesList)
export type EntriesQuery = z.infer<typeof entriesQuery>

/** `/finance`: the same in one currency (the book's own unless another is given), and the number of the open entry. */
export const financeQuery = z.object({
  ...listShape(entriesList),
  entry: optionalInput(z.coerce.number().check(z.int(), z.positive())),
})
export type FinanceQuery = z.infer<typeof financeQuery>

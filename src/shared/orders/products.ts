import { isCurrency } from '#shared/currencies.ts'
import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** What products are found by: the beginnings of words of their names, or of their SKUs. */
export const findProductsQuery = z.object({
  text: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too-long')),
  /** The currency of the prices; that of the book by default. */
  currency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
})

/** What was sold under an SKU and a name, and what one of it cost last. */
const soldProduct = z.object({
  sku: z.string(),
  name: z.string(),
  /** Null if it was not sold in the currency lately. */
  unitPriceMinor: z.nullable(z.number()),
  /** In percent; empty if it is not known. */
  taxRate: z.string(),
})
export type SoldProduct = z.infer<typeof soldProduct>

/** The products sold last first. */
export const foundProducts = z.object({ currency: z.string(), products: z.array(soldProduct) })
export type FoundProducts = z.infer<typeof foundProducts>

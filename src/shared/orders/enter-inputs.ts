import { isCurrency } from '#shared/currencies.ts'
import {
  emailAddress,
  itemList,
  optionalInput,
  optionalLine,
  optionalText,
  singleLine,
  wholeNumber,
} from '#shared/inputs.ts'
import { addressInput } from '#shared/orders/address-input.ts'
import { taxRatePattern } from '#shared/orders/tax-lines.ts'
import * as z from 'zod/mini'

/** A decimal in the currency of the order, such as `12.50`. */
const amount = optionalLine(30)

/** In percent, such as `13`. */
export const taxRate = optionalInput(z.string().check(z.trim(), z.regex(taxRatePattern, 'tax-rate')))

const quantity = optionalInput(wholeNumber(1, 1_000_000))

const enteredLine = z.object({
  sku: optionalLine(100),
  name: singleLine(500),
  quantity,
  unitPrice: singleLine(30),
  /** In place of that of the order. */
  taxRate,
  withoutShipping: optionalInput(z.literal('1')),
})

/** An order that staff enter. Its sums are calculated by the server. */
export const enterOrderInput = z.object({
  /** The currency of the book by default. */
  currency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
  customerName: singleLine(200),
  email: emailAddress,
  phone: optionalLine(200),
  note: optionalText(5000),
  shippingAddress: z.optional(addressInput),
  lines: itemList(enteredLine, 200),
  /** An amount or a percentage (`10%`) off all items. */
  discount: amount,
  shippingMethod: optionalLine(200),
  shipping: amount,
  tax: amount,
  /** In place of the amount: of all items that have no rate of their own, and of shipping. */
  taxRate,
  /** Prices include the tax; otherwise it is added. */
  taxesIncluded: optionalInput(z.literal('1')),
  /** Places the order; otherwise it is a draft. */
  confirm: optionalInput(z.literal('1')),
})
export type EnterOrderInput = z.infer<typeof enterOrderInput>

/** The same for the preview of its sums: nothing but prices is required. The contact finds orders that may be the same. */
export const previewOrderInput = z.object({
  ...enterOrderInput.shape,
  customerName: optionalLine(200),
  email: optionalLine(200),
  lines: itemList(
    z.object({
      ...enteredLine.shape,
      name: optionalLine(500),
      /** Empty while it is not typed. */
      unitPrice: z.string().check(z.trim(), z.maxLength(30, 'too-long')),
    }),
    200,
  ),
})

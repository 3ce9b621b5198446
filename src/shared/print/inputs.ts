import { multiLine, optionalLine, optionalText, singleLine, wholeNumber } from '#shared/inputs.ts'
import { locales } from '#shared/locales.ts'
import { documentKinds, maxPrintedOrders, papers } from '#shared/print/documents.ts'
import * as z from 'zod/mini'

const orderNumbers = z.pipe(
  // A form with one chosen order sends one value, and without any none at all.
  z.transform((value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value])),
  z
    .array(z.string().check(z.maxLength(40, 'too-long')))
    .check(z.minLength(1, 'no-orders'), z.maxLength(maxPrintedOrders, 'too-many-orders')),
)

/** Prints one document with a part for each order, in this order; an order that occurs twice is printed once. */
export const printInput = z.object({
  kind: z.enum(documentKinds),
  paper: z.enum(papers),
  language: z.enum(locales),
  orders: orderNumbers,
})

/** The details of the seller; `version` is the one that the user saw. */
export const sellerInput = z.object({
  name: singleLine(120),
  address: multiLine(500),
  taxId: optionalLine(60),
  bank: optionalText(500),
  footer: optionalText(500),
  version: wholeNumber(1),
})

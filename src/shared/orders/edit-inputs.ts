import { optionalInput, optionalLine, singleLine, wholeNumber } from '#shared/inputs.ts'
import { conflictChoices } from '#shared/orders/merge-edits.ts'
import { taxRate } from '#shared/orders/enter-inputs.ts'
import * as z from 'zod/mini'

/** A text that may be cleared: missing means unchanged, empty means empty. What is wrong with a changed one is checked with the order. */
const editedText = z.optional(z.string().check(z.maxLength(5000, 'too-long')))

/** A decimal in the currency of the order, such as `12.50`; missing means unchanged. */
const editedAmount = z.optional(z.string().check(z.maxLength(30, 'too-long')))

const quantity = wholeNumber(1, 1_000_000)

const editedAddress = z.optional(
  z.object({
    name: editedText,
    company: editedText,
    phone: editedText,
    line1: editedText,
    line2: editedText,
    city: editedText,
    province: editedText,
    postcode: editedText,
    country: editedText,
  }),
)

const editedLines = z.optional(
  z
    .array(
      z.object({
        id: z.string().check(z.maxLength(40, 'too-long')),
        quantity: z.optional(quantity),
        unitPrice: editedAmount,
        discount: editedAmount,
        /** In percent; missing or empty means unchanged. */
        taxRate,
        remove: optionalInput(z.literal('1')),
      }),
    )
    .check(z.maxLength(1000, 'too-many-items')),
)

/** Rows without a name and SKU do not count, so that a form without script can offer empty ones. */
const addedLines = z.optional(
  z.pipe(
    z.transform((rows) => (Array.isArray(rows) ? rows.filter(isFilled) : rows)),
    z
      .array(
        z.object({
          sku: optionalLine(100),
          name: singleLine(500),
          quantity: optionalInput(quantity),
          unitPrice: singleLine(30),
          /** In percent; that of the other lines by default, if it is the same. */
          taxRate,
          withoutShipping: optionalInput(z.literal('1')),
        }),
      )
      .check(z.maxLength(100, 'too-many-items')),
  ),
)

const isFilled = (row: unknown): boolean =>
  typeof row !== 'object' || row === null || Object.values(row).some((value) => value !== '' && value !== undefined)

/**
 * Changes an open order. `version` is the one that the user saw: only fields that differ from it are changed, so a form may send all of
 * them, and changes that others made to other fields meanwhile stay. What is missing is unchanged.
 */
export const editOrderInput = z.object({
  version: wholeNumber(1),
  customerName: editedText,
  email: editedText,
  phone: editedText,
  note: editedText,
  shippingAddress: editedAddress,
  billingAddress: editedAddress,
  /** Makes the billing address the same as the shipping address. */
  sameAddress: optionalInput(z.literal('1')),
  lines: editedLines,
  addedLines,
  /** An amount or a percentage (`10%`) off all items, which replaces the discounts of the lines. */
  discount: optionalInput(z.string().check(z.maxLength(30, 'too-long'))),
  shippingMethod: editedText,
  shipping: editedAmount,
  /** Unless it is changed, the tax follows the rates of the lines, and lines that are not changed keep theirs. */
  tax: editedAmount,
  /** In percent, such as `13`: calculates the tax of all items and of shipping; use it instead of an amount. */
  taxRate,
  /** The version in which the user saw the conflicts that `choices` resolve. */
  conflictVersion: optionalInput(wholeNumber(1)),
  /** By field of a conflict, as the problem `changed-meanwhile` names it. */
  choices: z.optional(z.record(z.string().check(z.maxLength(100, 'too-long')), z.enum(conflictChoices))),
})
export type EditOrderInput = z.infer<typeof editOrderInput>

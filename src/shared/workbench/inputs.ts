import { itemList, optionalInput, singleLine, wholeNumber } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const workbenchTabs = ['components', 'self-check', 'backups'] as const
export const workbenchQuery = z.object({ tab: optionalInput(z.enum(workbenchTabs)) })

/** The nested form of the workbench. `price` is a decimal in the book's currency, which only the server knows. */
export const quoteInput = z.object({
  customer: z.object({ name: singleLine(80), city: optionalInput(singleLine(80)) }),
  lines: itemList(
    z.object({
      sku: singleLine(40),
      quantity: wholeNumber(1, 999),
      price: singleLine(20),
    }),
    20,
  ),
})

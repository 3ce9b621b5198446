import { optionalInput, switchParameter } from '#shared/inputs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { importFormats } from '#shared/orders/import-formats.ts'
import { orderMapping } from '#shared/orders/order-mapping.ts'
import * as z from 'zod/mini'

/** A dry run validates the file and writes nothing; `update` applies changes of the shop to known orders. */
export const importOrdersQuery = z.object({ dryRun: switchParameter, update: switchParameter })
export const createImportJobQuery = z.object({ update: switchParameter })
/** The path parameters of endpoints about one import. */
export const importParams = z.object({ import: z.string().check(z.maxLength(40, 'too-long')) })
/** `before` is the number of the last import of the page before. */
export const listImportsQuery = z.object({ before: optionalInput(z.string().check(z.regex(/^IM\d{6}-\d{5,10}$/))) })
export const importOrdersInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  /** Recognized by the headings where it is not given. */
  format: optionalInput(z.enum(importFormats)),
  /** The mapping of the columns of a table that no format recognizes. */
  mapping: z.optional(orderMapping),
  /** The currency of files whose format has no column for it. */
  currency: optionalInput(z.string().check(z.refine(isCurrency, 'currency'))),
  /** Encoding of a file without a byte order mark: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

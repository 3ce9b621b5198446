import { wechatShop, youzan } from '#server/imports/chinese-shops.ts'
import type { FoundColumns, OrderFormat } from '#server/imports/order-format.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { shopify } from '#server/imports/shopify.ts'
import { wooCommerce, wooCommerceAdvanced } from '#server/imports/woocommerce.ts'
import type { ImportFormat } from '#shared/orders/import-formats.ts'
import type { OrderMapping } from '#shared/orders/order-mapping.ts'
import { ProblemError } from '#shared/problem.ts'

/** The files that are recognized by their headings. */
const orderFormats: Readonly<Record<ImportFormat, OrderFormat>> = {
  shopify,
  'woocommerce': wooCommerce,
  'woocommerce-advanced': wooCommerceAdvanced,
  youzan,
  'wechat-shop': wechatShop,
}

/** A format, and where its columns are in a table. */
export interface RecognizedTable {
  format: OrderFormat
  found: FoundColumns
  header: readonly string[]
  /** The index of the record with the headings. */
  headingRow: number
  /** How a person said that it is read, if no format recognizes it. */
  mapping?: OrderMapping
}

/** A header with fewer of a format's columns is not like it. */
const nearShare = 0.5

/**
 * The format of a table by its first records, or the one that was asked for. Throws `not-an-order-export`: with the columns that are missing for the
 * nearest format,or without any where none is near.
 */
export function recognizeTable(heads: readonly CsvRecord[], asked?: ImportFormat): RecognizedTable {
  const formats = Object.entries(orderFormats).filter(([name]) => asked === undefined || name === asked)
  const candidates = heads.flatMap(({ fields }, headingRow) =>
    formats.map(([name, format]) => ({ name, format, found: format.findColumns(fields), header: fields, headingRow })),
  )
  const [nearest] = candidates.toSorted((a, b) => b.found.share - a.found.share)
  if (!nearest || (nearest.found.share < nearShare && asked === undefined))
    throw new ProblemError('not-an-order-export', {
      why: 'unknown-format',
    })
  const { missing, repeated } = nearest.found
  if (missing.length > 0)
    throw new ProblemError('not-an-order-export', {
      why: 'columns',
      format: nearest.name,
      columns: missing.join(', '),
    })
  if (repeated.length > 0)
    throw new ProblemError('not-an-order-export', { why: 'columns-twice', columns: repeated.join(', ') })
  return nearest
}

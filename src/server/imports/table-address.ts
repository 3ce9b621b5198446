import type { Row } from '#server/imports/row.ts'
import { maxLengths } from '#server/imports/import-limits.ts'
import type { TableField } from '#shared/orders/table-fields.ts'
import type { Address } from '#shared/orders/views.ts'

/** A name in one column, or in one for each of its parts. */
export const readTableName = (row: Row, whole: TableField, first: TableField, last: TableField): string =>
  row.text(whole, maxLengths.name) ||
  [row.text(first, maxLengths.name), row.text(last, maxLengths.name)].filter(Boolean).join(' ')

/** The address of a kind; all of it is empty where the file has none. */
export function readTableAddress(row: Row, kind: 'shipping' | 'billing', name: string): Address {
  const text = (field: string, maximum: number = maxLengths.place): string => row.text(`${kind}${field}`, maximum)
  const line1 = text('Line1', maxLengths.street)
  const district = text('District')
  const place = { city: text('City'), province: text('Province'), postcode: text('Postcode'), country: text('Country') }
  const isEmpty = line1 === '' && Object.values(place).every((part) => part === '')
  return {
    name: isEmpty ? '' : name,
    company: text('Company', maxLengths.name),
    phone: isEmpty ? '' : row.number(`${kind}Phone`, maxLengths.place) || row.number('phone', maxLengths.place),
    // Chinese addresses often repeat the district in the street.
    line1: district === '' || line1.includes(district) ? line1 : `${district}${line1}`,
    line2: text('Line2', maxLengths.street),
    ...place,
  }
}

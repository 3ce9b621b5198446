import type { RequestContext } from '#server/context.ts'
import * as store from '#server/imports/import-store.ts'
import type { FoundColumns } from '#server/imports/order-format.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import { findTableColumns } from '#server/imports/table-format.ts'
import { hashHeadings, requireMapped } from '#server/imports/table-headings.ts'
import {
  type CustomerColumn,
  customerColumns,
  customerMapping,
  type CustomerMapping,
  guessCustomerMapping,
} from '#shared/customers/import-mapping.ts'
import { ProblemError } from '#shared/problem.ts'
import { toTableRows } from '#shared/table-mapping.ts'

/** A table with customers: where its columns are, and how a person said that it is read if no format recognizes it. */
export interface CustomerTable {
  format: { source: string }
  found: FoundColumns
  header: readonly string[]
  /** The index of the record with the headings. */
  headingRow: number
  mapping?: CustomerMapping
}

/** Besides what is read: a phone number of the address, a name that customers gave themselves, and columns by which an export is recognized. */
type Column = CustomerColumn | 'addressPhone' | 'nickname' | 'mark'

interface CustomerFormat {
  source: string
  headings: Readonly<Partial<Record<Column, readonly string[]>>>
  required: readonly Column[]
}

const formats: readonly CustomerFormat[] = [
  {
    source: 'shopify',
    required: ['firstName', 'lastName', 'email', 'acceptsMarketing', 'mark'],
    headings: {
      externalId: ['customer id'],
      firstName: ['first name'],
      lastName: ['last name'],
      email: ['email'],
      phone: ['phone'],
      addressPhone: ['default address phone'],
      company: ['default address company', 'company'],
      line1: ['default address address1', 'address1'],
      line2: ['default address address2', 'address2'],
      postcode: ['default address zip', 'zip'],
      city: ['default address city', 'city'],
      province: ['default address province code', 'province', 'province code'],
      country: ['default address country code', 'country code', 'country'],
      note: ['note'],
      acceptsMarketing: ['accepts email marketing', 'accepts marketing'],
      mark: ['total orders', 'total spent'],
    },
  },
  {
    source: 'woocommerce',
    required: ['name', 'email', 'country', 'mark'],
    headings: {
      name: ['name'],
      email: ['email'],
      city: ['city'],
      province: ['region'],
      postcode: ['postal code'],
      country: ['country / region'],
      mark: ['total spend', 'aov'],
    },
  },
  {
    source: 'woocommerce',
    required: ['email', 'line1', 'city', 'postcode'],
    headings: {
      externalId: ['customer_id', 'user_id', 'id'],
      firstName: ['first_name', 'billing_first_name'],
      lastName: ['last_name', 'billing_last_name'],
      email: ['email', 'user_email', 'billing_email'],
      phone: ['billing_phone'],
      company: ['billing_company'],
      line1: ['billing_address_1'],
      line2: ['billing_address_2'],
      postcode: ['billing_postcode'],
      city: ['billing_city'],
      province: ['billing_state'],
      country: ['billing_country'],
    },
  },
  {
    source: 'youzan',
    required: ['name', 'phone', 'mark'],
    headings: {
      name: ['客户姓名'],
      nickname: ['客户昵称'],
      phone: ['客户手机号'],
      mark: ['客户储值余额', '付费等级', '免费等级'],
    },
  },
]

/**
 * How a table is read: as the user says, as a format that has its columns, or as the last table with the same headings was. Throws
 * `not-a-customer-list` with the first rows, for which columns can be chosen then.
 */
export async function chooseCustomerFormat(
  { kontor }: RequestContext,
  heads: readonly CsvRecord[],
  mapping: CustomerMapping | undefined,
): Promise<CustomerTable> {
  if (mapping) return requireMapped(toMappedTable(heads, mapping))
  // Such a file may have lines, with separators alone.
  if (heads.length === 0) throw new ProblemError('not-a-customer-list', { why: 'empty' })
  const recognized = recognize(heads)
  if (recognized) return recognized
  const known = await store.findMappings(kontor.database.read, 'customers', heads.map(hashHeadings))
  for (const [row, record] of heads.entries()) {
    const remembered = known.get(hashHeadings(record))
    const parsed = remembered === undefined ? undefined : customerMapping.safeParse(JSON.parse(remembered)).data
    const mapped = parsed && toMappedTable(heads, { ...parsed, headingRow: String(row) })
    if (mapped) return mapped
  }
  const rows = toTableRows(heads)
  const table = { rows, guess: guessCustomerMapping(rows) }
  throw new ProblemError('not-a-customer-list', { why: 'unknown-format' }, [], { table })
}

function recognize(heads: readonly CsvRecord[]): CustomerTable | undefined {
  for (const [headingRow, { fields: header }] of heads.entries())
    for (const { source, headings, required } of formats) {
      const found = findTableColumns(header, headings, required)
      if (found.missing.length > 0) continue
      if (found.repeated.length > 0)
        throw new ProblemError('not-a-customer-list', { why: 'columns-twice', columns: found.repeated.join(', ') })
      const labels = new Map([...found.columns].map(([column, at]) => [column, header[at]?.trim() ?? column]))
      return { format: { source }, found: { ...found, labels }, header, headingRow }
    }
  return undefined
}

/** The columns that a person chose for the table with these first records. Undefined if it has no such row. */
function toMappedTable(heads: readonly CsvRecord[], mapping: CustomerMapping): CustomerTable | undefined {
  const headingRow = Number(mapping.headingRow)
  const header = heads[headingRow]?.fields
  if (!header) return undefined
  const chosen = customerColumns.flatMap((column) => {
    const at = mapping.columns[column]
    return at === undefined ? [] : [[column, Number(at)] as const]
  })
  const found = {
    columns: new Map<string, number>(chosen),
    labels: new Map(chosen.map(([column, at]) => [column, header[at]?.trim() || column])),
    ...{ missing: [], repeated: [], share: 1 },
  }
  return { format: { source: mapping.source }, found, header, headingRow, mapping }
}

/** The mapping of a table with its first rows, for which it can be changed. */
export const describeMapping = ({ columns, ...mapping }: CustomerMapping, heads: readonly CsvRecord[]) => ({
  rows: toTableRows(heads),
  guess: { ...mapping, columns },
})

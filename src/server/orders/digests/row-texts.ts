import type { OrderTokensTable } from '#server/db/schema/orders.ts'
import { describeTables, type TableDescription } from '#server/db/tables.ts'
import { type Part, type PartName, partNames, parts } from '#server/orders/digests/digest-parts-store.ts'

/** A row of an order as a text, or several in one. SQLite returns the text in UTF-8, so that it is not decoded only to be hashed. */
export interface RowText {
  order_id: string
  text: string | Uint8Array
  /** How many rows it is, if they are several in one. */
  rows?: number
}

/** Between the values of a row, and in place of null. Where a value has one of them, `createSeparatorCheck` knows. */
export const [separator, nullMark] = ['\u0001', '\u0002']
const separatorByte = 1

/** The columns of a part without the id of the order. */
export async function describePart(name: PartName): Promise<TableDescription> {
  const { table, from }: Part = parts[name]
  const description = (await describeTables()).find((each) => each.name === table)
  if (!description) throw new Error(`There is no table ${table}`)
  const orderId = from?.orderId ?? `${table}.order_id`
  return { ...description, columns: description.columns.filter((column) => `${table}.${column}` !== orderId) }
}

/** Returns whether values of a row have separators, so that other values could have the same text. */
export async function createSeparatorCheck(): Promise<(name: PartName, text: RowText['text']) => boolean> {
  const described = await Promise.all(partNames.map(async (name) => [name, await describePart(name)] as const))
  const expected = new Map(described.map(([name, { columns }]) => [name, columns.length - 1]))
  return (name, text) => name !== 'tokens' && countSeparators(text) !== expected.get(name)
}

function countSeparators(text: RowText['text']): number {
  if (typeof text === 'string') return text.split(separator).length - 1
  let count = 0
  for (let index = 0; index < text.length; index++) if (text[index] === separatorByte) count++
  return count
}

/**
 * Returns a function for the text of a row that was just written, which is the one that `listRows` reads; undefined if values of it have separators.
 * Columns that it does not name have their defaults.
 */
export async function createTextWriter(): Promise<(name: PartName, row: object) => string | undefined> {
  const columnsByPart = new Map(
    await Promise.all(
      partNames.map(async (name) => {
        const { columns, defaults } = await describePart(name)
        return [name, { columns, defaults: columns.map((column) => defaults.get(column) ?? null) }] as const
      }),
    ),
  )
  return (name, row) => {
    const { columns = [], defaults = [] } = columnsByPart.get(name) ?? {}
    const values = row as Readonly<Record<string, unknown>>
    // Joined at once, because JavaScript keeps a text that was built with `+` as a tree of its parts until it is read.
    const texts: unknown[] = []
    for (let index = 0; index < columns.length; index++) {
      const given = values[columns[index] ?? '']
      const value = given === undefined ? defaults[index] : given
      if (typeof value === 'string' && value.includes(separator)) return undefined
      texts.push(value === null ? nullMark : value)
    }
    return texts.join(separator)
  }
}

/** The text of all tokens of an order, as `listRows` reads it. */
export function joinTokens(rows: readonly Pick<OrderTokensTable, 'token' | 'part'>[], placedAt: number): string {
  const tokens = rows.map(({ token }) => token)
  const joined = tokens.toSorted().join('\n')
  const sorted = isBeyondBasic(joined) ? tokens.toSorted(compareBytes).join('\n') : joined
  return `${sorted}|${placedAt}|${placedAt}|${rows.reduce((sum, { part }) => sum + part, 0)}`
}

/** Rows in the order in which `listRows` reads those of one order. */
export function sortRows<Row extends object>(name: PartName, rows: readonly Row[]): readonly Row[] {
  const { orderBy } = parts[name] as { orderBy: readonly (keyof Row)[] }
  if (rows.length < 2) return rows
  return rows.toSorted((a, b) => {
    for (const column of orderBy) {
      const order = compareValues(a[column], b[column])
      if (order !== 0) return order
    }
    return 0
  })
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareBytes(String(a), String(b))
}

/** Texts in the order of UTF-8, which is another one than that of JavaScript beyond the first 65,536 characters. */
function compareBytes(a: string, b: string): number {
  if (isBeyondBasic(a) || isBeyondBasic(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

const isBeyondBasic = (text: string): boolean => /[\ud800-\udfff]/.test(text)

import { assertBindableValue } from '#server/db/column-values.ts'
import { CompiledQuery } from 'kysely'

/** The rows of a statement that copies rows into a table, in the text format of PostgreSQL. */
const copiedRows = Symbol('copied rows')

type CopyQuery = CompiledQuery & { [copiedRows]: string }

/**
 * A statement that copies rows into a table, on PostgreSQL: it takes the server a seventh less than inserting them, has no limit to its values, and is
 * sent without waiting for an answer (`ReservedConnection`).
 */
export function createCopy(
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): CompiledQuery {
  const names = columns.map((column) => `"${column}"`).join()
  let text = ''
  for (const row of rows) text += toLine(columns, row)
  const copy: CopyQuery = { ...CompiledQuery.raw(`copy "${table}" (${names}) from stdin`), [copiedRows]: text }
  return copy
}

/** The rows of a statement that `createCopy` made; undefined for another one. */
export const getCopiedRows = (query: CompiledQuery): string | undefined => (query as Partial<CopyQuery>)[copiedRows]

/** The marks of the format between values and rows, and what begins an escape. */
const special = /[\\\t\n\r]/
const everySpecial = new RegExp(special, 'g')
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** All texts of a row are looked through at once, because few have anything to escape. */
function toLine(columns: readonly string[], row: Readonly<Record<string, unknown>>): string {
  let [line, texts] = ['', '']
  for (let index = 0; index < columns.length; index++) {
    const value = assertBindableValue(row[columns[index] ?? ''])
    if (typeof value === 'string') texts += value
    line += `${index === 0 ? '' : '\t'}${value === null ? '\\N' : value}`
  }
  return `${special.test(texts) ? columns.map((column) => escape(row[column])).join('\t') : line}\n`
}

const escape = (value: unknown): string =>
  value === null ? '\\N' : String(value).replaceAll(everySpecial, (character) => escapes[character] ?? '')

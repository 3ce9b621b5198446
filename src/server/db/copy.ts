import { assertBindableValue } from '#server/db/column-values.ts'
import { CompiledQuery } from 'kysely'

/** The rows of a statement that copies rows into a table, in the text format of PostgreSQL. */
const copiedRows = Symbol('copied rows')

type CopyQuery = CompiledQuery & { [copiedRows]: string }

/**
 * A statement that copies rows into a table, on PostgreSQL: it takes the server a seventh less than inserting them, has no limit to its values, and is
 * sent without waiting for an answer (`ReservedConnection`).
 */
export const createCopy = (
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): CompiledQuery => {
  const names = columns.map((column) => `"${column}"`).join()
  const copy: CopyQuery = {
    ...CompiledQuery.raw(`copy "${table}" (${names}) from stdin`),
    [copiedRows]: rows.map((row) => columns.map((column) => toCopiedValue(row[column])).join('\t') + '\n').join(''),
  }
  return copy
}

/** The rows of a statement that `createCopy` made; undefined for another one. */
export const getCopiedRows = (query: CompiledQuery): string | undefined => (query as Partial<CopyQuery>)[copiedRows]

/** The marks of the format between values and rows, and what begins an escape. */
const special = /[\\\t\n\r]/
const allSpecial = new RegExp(special, 'g')

function toCopiedValue(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(assertBindableValue(value))
  return special.test(value) ? value.replaceAll(allSpecial, (character) => escapes[character] ?? '') : value
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

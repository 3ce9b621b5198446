import { assertBindableValue } from '#server/db/column-values.ts'
import { asSentAhead } from '#server/db/sent-ahead.ts'
import { describeTables } from '#server/db/tables.ts'
import { CompiledQuery } from 'kysely'

/** Inserts any number of rows into a table of PostgreSQL. */
export type ArrayInsert = (rows: readonly Readonly<Record<string, unknown>>[]) => CompiledQuery

/**
 * One statement for any number of rows, whose columns are arrays: PostgreSQL plans it once, and Bun's client sends it without waiting for the answers of
 * those before it (`ReservedConnection`).
 */
export async function createArrayInsert(table: string, columns: readonly string[]): Promise<ArrayInsert> {
  const { integerColumns = [] } = (await describeTables()).find(({ name }) => name === table) ?? {}
  const types = columns.map((column) => (integerColumns.includes(column) ? 'bigint[]' : 'text[]'))
  const names = columns.map((column) => `"${column}"`).join()
  const arrays = types.map((type, index) => `$${index + 1}::${type}`).join()
  const text = `insert into "${table}" (${names}) select * from unnest(${arrays})`
  return (rows) => {
    const parameters = columns.map((column) => toArray(rows, column))
    return asSentAhead(CompiledQuery.raw(text, parameters))
  }
}

/** A column as an array of PostgreSQL, as text. */
function toArray(rows: readonly Readonly<Record<string, unknown>>[], column: string): string {
  let array = ''
  for (const row of rows) {
    const value = assertBindableValue(row[column])
    array += `${array === '' ? '' : ','}${typeof value === 'string' ? quote(value) : (value ?? 'NULL')}`
  }
  return `{${array}}`
}

const special = /["\\]/
const everySpecial = new RegExp(special, 'g')

const quote = (text: string): string =>
  `"${special.test(text) ? text.replaceAll(everySpecial, (character) => `\\${character}`) : text}"`

/**
 * The statement `append only TABLE` of a migration: rows of the table are never changed or deleted. With `except REMOVED` those may be deleted whose
 * `id` is an `event_id` of the table REMOVED. Undefined for other statements.
 */
export function parseAppendOnly(statement: string): { table: string; removedTable: string | undefined } | undefined {
  const [, table, removedTable] = /^append only (\w+)(?: except (\w+))?$/.exec(statement) ?? []
  return table === undefined ? undefined : { table, removedTable }
}

/** The table of the statement `open days only TABLE` of a migration: no row of it is added on a day of a closed month. Undefined for other statements. */
export const parseOpenDaysOnly = (statement: string): string | undefined =>
  /^open days only (\w+)$/.exec(statement)?.[1]

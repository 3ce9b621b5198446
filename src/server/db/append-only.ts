/** The statement `append only` of a migration. */
export interface AppendOnly {
  table: string
  /** The table that names the rows which may be deleted. */
  removedTable: string | undefined
  /** The column at which foreign keys lock rows of the table. */
  key: string | undefined
}

/**
 * The statement `append only TABLE` of a migration: rows of the table are never changed or deleted. With `except REMOVED` those may be deleted whose
 * `id` is an `event_id` of the table REMOVED. With `key COLUMN` a foreign key locks its rows, which on PostgreSQL takes the right to change a column. Undefined
 * for other statements.
 */
export function parseAppendOnly(statement: string): AppendOnly | undefined {
  const [, table, removedTable, key] = /^append only (\w+)(?: except (\w+))?(?: key (\w+))?$/.exec(statement) ?? []
  return table === undefined ? undefined : { table, removedTable, key }
}

/** The table of the statement `open days only TABLE` of a migration: no row of it is added on a day of a closed month. Undefined for other statements. */
export const parseOpenDaysOnly = (statement: string): string | undefined =>
  /^open days only (\w+)$/.exec(statement)?.[1]

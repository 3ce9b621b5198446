import { parseAppendOnly, parseOpenDaysOnly } from '#server/db/append-only.ts'

/** Translates a statement of a migration for SQLite. Tables are strict; those with a primary key on a line of its own and no name are stored in the order of that key. */
export function toSqliteSql(statement: string): string[] {
  const appendOnly = parseAppendOnly(statement)
  if (appendOnly) {
    const { table, removedTable } = appendOnly
    const createRejectTrigger = (change: string, condition = ''): string =>
      `create trigger ${table}_reject_${change} before ${change} on ${table} ${condition} begin select raise(abort, '${table} is append-only'); end`
    const isNotRemoved = removedTable && `when not exists (select 1 from ${removedTable} where event_id = old.id)`
    return [createRejectTrigger('update'), createRejectTrigger('delete', isNotRemoved)]
  }
  const openDaysOnly = parseOpenDaysOnly(statement)
  if (openDaysOnly !== undefined)
    return [
      `create trigger ${openDaysOnly}_reject_closed_day before insert on ${openDaysOnly}
       when exists (select 1 from book where new.accounting_day <= closed_through and new.seq > closed_seq)
       begin select raise(abort, '${openDaysOnly}: the month is closed'); end`,
    ]
  const dialectStatement = statement.replace(/\bbigint\b/g, 'integer')
  if (!dialectStatement.startsWith('create table')) return [dialectStatement]
  return [`${dialectStatement} strict${/^\s*primary key \(/m.test(dialectStatement) ? ', without rowid' : ''}`]
}

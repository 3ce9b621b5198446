/** Translates a statement of a migration for SQLite. Tables are strict; those with a primary key of several columns and no name are stored in the order of that key. */
export function toSqliteSql(statement: string): string[] {
  const appendOnly = /^append only (\w+)$/.exec(statement)
  if (appendOnly) {
    const table = appendOnly[1]
    const createRejectTrigger = (change: string): string =>
      `create trigger ${table}_reject_${change} before ${change} on ${table} begin select raise(abort, '${table} is append-only'); end`
    return [createRejectTrigger('update'), createRejectTrigger('delete')]
  }
  const dialectStatement = statement.replace(/\bbigint\b/g, 'integer')
  if (!dialectStatement.startsWith('create table')) return [dialectStatement]
  return [`${dialectStatement} strict${/^\s*primary key \(/m.test(dialectStatement) ? ', without rowid' : ''}`]
}

import type { Db, Transaction } from '#server/db/database.ts'
import type { StatementImportsTable } from '#server/db/schema/statements.ts'

export async function insertImport(transaction: Transaction, row: StatementImportsTable): Promise<void> {
  await transaction.insertInto('statement_imports').values(row).execute()
}

export async function updateImport(
  transaction: Transaction,
  id: string,
  columns: Pick<StatementImportsTable, 'percent' | 'updated_at'>,
): Promise<void> {
  await transaction.updateTable('statement_imports').set(columns).where('id', '=', id).execute()
}

/** Deletes an import that has ended, and those that a killed process left. */
export async function deleteImports(transaction: Transaction, id: string, updatedBefore: number): Promise<void> {
  await transaction
    .deleteFrom('statement_imports')
    .where(({ eb, or }) => or([eb('id', '=', id), eb('updated_at', '<', updatedBefore)]))
    .execute()
}

/** The imports that have shown progress since a time, the oldest first. */
export const listImports = (db: Db, since: number) =>
  db
    .selectFrom('statement_imports as import')
    .innerJoin('users as user', 'user.id', 'import.user_id')
    .select(['import.id', 'file_name as fileName', 'user.name as startedBy', 'user_id as userId', 'percent'])
    .where('updated_at', '>=', since)
    .orderBy('import.id')
    .execute()

import type { Db, Transaction } from '#server/db/database.ts'
import type { StatementFileChunksTable } from '#server/db/schema/statements.ts'

export async function insertChunk(transaction: Transaction, chunk: StatementFileChunksTable): Promise<void> {
  await transaction.insertInto('statement_file_chunks').values(chunk).execute()
}

/** A piece of a file, in Base64; undefined after the last one. */
export async function findChunk(db: Db, fileId: string, position: number): Promise<string | undefined> {
  const chunk = await db
    .selectFrom('statement_file_chunks')
    .select('content')
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirst()
  return chunk?.content
}

/** The imported file that a statement was in. */
export const findFileOfStatement = (db: Db, statementId: string) =>
  db
    .selectFrom('statements as statement')
    .innerJoin('statement_files as file', 'file.id', 'statement.file_id')
    .select(['file.id', 'file.name', 'file.size_bytes'])
    .where('statement.id', '=', statementId)
    .where('file.imported_at', 'is not', null)
    .executeTakeFirst()

/** The statements of all imports of a file with this content, the first import first. */
export const listImportsOf = (db: Db, sha256: string) =>
  db
    .selectFrom('statement_files as file')
    .innerJoin('statements as statement', 'statement.file_id', 'file.id')
    .innerJoin('users as user', 'user.id', 'file.imported_by')
    .innerJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .select(['file.id', 'file.name', 'file.imported_at', 'user.name as imported_by'])
    .select(['statement.id as statement', 'account.code as account'])
    .where('file.sha256', '=', sha256)
    .where('file.imported_at', 'is not', null)
    .orderBy('file.imported_at')
    .orderBy('file.id')
    .orderBy('statement.position')
    .execute()

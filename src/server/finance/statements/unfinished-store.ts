import type { Db, Transaction } from '#server/db/database.ts'

/** The ids of files whose lease has expired. */
export async function listAbandonedFiles(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('statement_files')
    .select('id')
    .where('lease_until', 'is not', null)
    .where('lease_until', '<', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the lines of one of these accounts are being written or deleted. */
export async function hasUnfinishedFile(db: Db, accountIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('statement_files as file')
    .innerJoin('statements as statement', 'statement.file_id', 'file.id')
    .select('file.id')
    .where('file.lease_until', 'is not', null)
    .where('statement.account_id', 'in', accountIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the lease of a file that has expired, so that its import cannot go on; returns whether it had. */
export async function endLease(transaction: Transaction, fileId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('statement_files')
    .set({ lease_until: 0 })
    .where('id', '=', fileId)
    .where('lease_until', '<', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether there still is a lease. */
export async function extendLease(transaction: Transaction, fileId: string, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('statement_files')
    .set({ lease_until: leaseUntil })
    .where('id', '=', fileId)
    .where('lease_until', '>', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** From now on the file and its lines do not count, and have no follow-ups. */
export async function hideFile(transaction: Transaction, fileId: string, leaseUntil: number): Promise<void> {
  await transaction
    .updateTable('statement_files')
    .set({ imported_at: null, lease_until: leaseUntil })
    .where('id', '=', fileId)
    .execute()
  await transaction.updateTable('statements').set({ imported_at: null }).where('file_id', '=', fileId).execute()
  await transaction
    .deleteFrom('line_follow_ups')
    .where('statement_id', 'in', transaction.selectFrom('statements').select('id').where('file_id', '=', fileId))
    .execute()
}

export async function listStatementIds(db: Db, fileId: string): Promise<string[]> {
  const rows = await db.selectFrom('statements').select('id').where('file_id', '=', fileId).execute()
  return rows.map(({ id }) => id)
}

const linesPerDeletion = 500

/** Deletes the first lines of a statement; returns whether there may be more. */
export async function deleteSomeLines(transaction: Transaction, statementId: string): Promise<boolean> {
  const last = await transaction
    .selectFrom('statement_lines')
    .select('line_number')
    .where('statement_id', '=', statementId)
    .orderBy('line_number')
    .offset(linesPerDeletion - 1)
    .limit(1)
    .executeTakeFirst()
  await transaction
    .deleteFrom('statement_lines')
    .where('statement_id', '=', statementId)
    .$if(last !== undefined, (query) => query.where('line_number', '<=', last?.line_number ?? 0))
    .execute()
  return last !== undefined
}

const chunksPerDeletion = 20

/** Deletes the last pieces of a file; returns whether there may be more. */
export async function deleteSomeChunks(transaction: Transaction, fileId: string): Promise<boolean> {
  const { last } = await transaction
    .selectFrom('statement_file_chunks')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  if (last === null) return false
  await transaction
    .deleteFrom('statement_file_chunks')
    .where('file_id', '=', fileId)
    .where('position', '>', last - chunksPerDeletion)
    .execute()
  return last >= chunksPerDeletion
}

/** Deletes a file whose lines and pieces are deleted. */
export async function deleteFileRows(transaction: Transaction, fileId: string): Promise<void> {
  await transaction.deleteFrom('statements').where('file_id', '=', fileId).execute()
  await transaction.deleteFrom('statement_files').where('id', '=', fileId).execute()
}

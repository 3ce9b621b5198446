import type { Db, Transaction } from '#server/db/database.ts'
import type { ImportKind, ImportsTable } from '#server/db/schema/imports.ts'
import type { Insertable, Updateable } from 'kysely'

/** The mappings of the last imports of tables with these headings, by the hash of the headings. */
export async function findMappings(
  db: Db,
  kind: ImportKind,
  headingsHashes: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('imports')
    .select(['headings_hash', 'mapping'])
    .where('headings_hash', 'in', [...new Set(headingsHashes)])
    .where('headings_hash', '<>', '')
    .where('kind', '=', kind)
    .orderBy('started_at')
    .orderBy('number')
    .execute()
  return new Map(rows.map(({ headings_hash, mapping }) => [headings_hash, mapping]))
}

export const insertImport = async (transaction: Transaction, row: Insertable<ImportsTable>): Promise<void> =>
  void (await transaction.insertInto('imports').values(row).execute())

/** Whether an import has its end. */
export async function hasEnded(db: Db, number: string): Promise<boolean> {
  const row = await db.selectFrom('imports').select('ended_at').where('number', '=', number).executeTakeFirst()
  return row !== undefined && row.ended_at !== null
}

/** What an import has done so far, or in the end. */
export const updateImport = async (
  transaction: Transaction,
  number: string,
  columns: Updateable<ImportsTable>,
): Promise<void> => void (await transaction.updateTable('imports').set(columns).where('number', '=', number).execute())

/** The newest imports whose numbers begin with a text. */
export const findImports = (db: Db, start: string, limit: number) =>
  db
    .selectFrom('imports')
    .select(['number', 'kind', 'file_name', 'created_count', 'started_at', 'undone_at'])
    .where('number', '>=', start)
    .where('number', '<', `${start}\u{10FFFF}`)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** The newest imports before one, with the names of their users and the status of the job that undoes each. */
export const listImports = (
  db: Db,
  { kind, before, limit }: { kind: ImportKind; before: string | undefined; limit: number },
) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.user_id')
    .leftJoin('users as undoer', 'undoer.id', 'imports.undo_user_id')
    .leftJoin('jobs as undoing', 'undoing.id', 'imports.undo_job_id')
    .selectAll('imports')
    .select(['users.name as user_name', 'undoer.name as undo_user_name', 'undoing.status as undo_job_status'])
    .where('imports.kind', '=', kind)
    .$if(before !== undefined, (query) => query.where('imports.number', '<', before ?? ''))
    .orderBy('imports.number', 'desc')
    .limit(limit)
    .execute()

import type { Db, Transaction } from '#server/db/database.ts'
import type { ImportsTable } from '#server/db/schema/imports.ts'
import type { Insertable, Updateable } from 'kysely'

/** The mappings of the last imports of tables with these headings, by the hash of the headings. */
export async function findMappings(db: Db, headingsHashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('imports')
    .select(['headings_hash', 'mapping'])
    .where('headings_hash', 'in', [...new Set(headingsHashes)])
    .where('headings_hash', '<>', '')
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ headings_hash, mapping }) => [headings_hash, mapping]))
}

export const insertImport = async (transaction: Transaction, row: Insertable<ImportsTable>): Promise<void> =>
  void (await transaction.insertInto('imports').values(row).execute())

/** What an import has done so far, or in the end. */
export const updateImport = async (
  transaction: Transaction,
  id: string,
  columns: Updateable<ImportsTable>,
): Promise<void> => void (await transaction.updateTable('imports').set(columns).where('id', '=', id).execute())

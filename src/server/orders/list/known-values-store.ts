import type { Db } from '#server/db/database.ts'

/** Whether there was an import with this number. */
export const hasImport = async (db: Db, number: string): Promise<boolean> =>
  (await db.selectFrom('imports').select('number').where('number', '=', number).executeTakeFirst()) !== undefined

/** Whether orders were ever imported from a source. */
export const hasImportFrom = async (db: Db, source: string): Promise<boolean> =>
  (await db.selectFrom('imports').select('number').where('source', '=', source).limit(1).executeTakeFirst()) !==
  undefined

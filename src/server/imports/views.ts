import type { Db } from '#server/db/database.ts'
import * as store from '#server/imports/import-store.ts'
import type { ImportList } from '#shared/orders/import-views.ts'

/** So many imports are on a page of the history. */
const pageSize = 20

/** The history of imports, newest first. */
export async function loadImportList(db: Db, before: string | undefined): Promise<ImportList> {
  const rows = await store.listImports(db, { before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    imports: shown.map((row) => ({
      number: row.number,
      fileName: row.file_name,
      source: row.source,
      userName: row.user_name,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      jobId: row.job_id,
      created: row.created_count,
      unchanged: row.unchanged_count,
      updated: row.updated_count,
      refused: row.refused_count,
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.number ?? null) : null,
  }
}

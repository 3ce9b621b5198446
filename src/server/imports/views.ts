import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import * as store from '#server/imports/import-store.ts'
import { isBeingUndone } from '#server/imports/undo-summary.ts'
import type { ImportKind } from '#server/db/schema/imports.ts'
import type { ImportList } from '#shared/orders/import-views.ts'

/** Number of imports on a page of the history. */
const pageSize = 20

/** The history of imports, newest first. */
export async function loadImportList(
  context: RequestContext,
  before: string | undefined,
  kind: ImportKind = 'orders',
): Promise<ImportList> {
  const rows = await store.listImports(context.kontor.database.read, { kind, before, limit: pageSize + 1 })
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
      undo:
        row.undo_started_at === null
          ? null
          : {
              startedAt: row.undo_started_at,
              endedAt: row.undone_at,
              userName: row.undo_user_name,
              jobId: row.undo_job_id,
            },
      canUndo:
        hasPermission(context, kind === 'orders' ? 'orders.undo_import' : 'customers.manage') &&
        row.undone_at === null &&
        !isBeingUndone(row) &&
        row.updated_count === 0 &&
        (row.created_count > 0 || row.ended_at === null),
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.number ?? null) : null,
  }
}

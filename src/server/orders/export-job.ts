import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import {
  addJobFile,
  createJob,
  deleteJobFile,
  type FileJobKind,
  insertJobContent,
  type JobRun,
  loadJobDetails,
} from '#server/jobs/actions.ts'
import { nameExport, prepareExport, writeOrders } from '#server/orders/export-actions.ts'
import type { JobState } from '#shared/jobs/job.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** What the job exports. It is kept until the file is written, because a search may be personal. */
interface ExportState extends JobState {
  input?: InputOf<'exportOrders'>
}

/**
 * `POST /api/orders/exports/jobs`: a job writes the file of an export, which is kept for a week for who made it. Names are masked without the
 * permission to see them.
 */
export const createExportJob: Action<'createExportJob'> = async (context, input) => {
  await prepareExport(context, input)
  const state: ExportState = { percent: null, counts: {}, input }
  const { format } = input
  const id = await createJob(context, {
    kind: 'export',
    parameters: { format, locale: context.locale, file: nameExport(context, format) },
    state,
    items: [],
    start: true,
  })
  return loadJobDetails(context, id)
}

/** Bytes of a piece of a file. */
const pieceBytes = 96 * 1024

/** Writes the file, from the beginning again after it was interrupted, because the orders may have changed. */
export const exportJobKind: FileJobKind = {
  permission: 'orders.export',
  work: async (run) => {
    const { context, job } = run
    const { input } = JSON.parse(job.state) as ExportState
    // The file is complete, but the server stopped before it could say so.
    if (!input) return
    await deleteJobFile(context.kontor.database, job.id)
    const isPersonal = hasPermission(context, 'customers.view_personal')
    let rows = 0
    const content = writeOrders(context, input, (count) => void (rows += count))
    let [position, sizeBytes] = [0, 0]
    for await (const piece of toPieces(content)) {
      run.throwIfStopping()
      const at = position++
      sizeBytes += piece.length
      await inTransaction(context, async (transaction) => {
        await saveRows(run, transaction, rows, { percent: null, counts: {}, input })
        await insertJobContent(transaction, job.id, at, piece)
      })
    }
    const { file: name = '' } = JSON.parse(job.parameters) as Record<string, string>
    await inTransaction(context, async (transaction) => {
      await saveRows(run, transaction, rows, { percent: 100, counts: {} })
      await addJobFile(transaction, job.id, { name, sizeBytes, isPersonal, at: context.kontor.now() })
    })
  },
}

const saveRows = (
  { save }: JobRun,
  transaction: Parameters<JobRun['save']>[0],
  rows: number,
  state: ExportState,
): Promise<void> => save(transaction, { done: rows, skipped: 0, refused: 0, total: rows, state, left: [] })

/** The parts of a file as pieces of nearly the same size. */
async function* toPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    waiting.push(part)
    size += part.length
    if (size < pieceBytes) continue
    const joined = Buffer.concat(waiting)
    let start = 0
    for (; joined.length - start >= pieceBytes; start += pieceBytes) yield joined.subarray(start, start + pieceBytes)
    waiting = [joined.subarray(start)]
    size = joined.length - start
  }
  if (size > 0) yield Buffer.concat(waiting)
}

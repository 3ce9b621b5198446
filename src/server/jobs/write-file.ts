import { inTransaction } from '#server/auth/access.ts'
import type { Transaction } from '#server/db/database.ts'
import { JobFileMissing, type JobRun } from '#server/jobs/job-kind.ts'
import { addJobFile, deleteJobFile, findJobFile, insertJobContent } from '#server/jobs/job-files.ts'
import { parseParameters } from '#server/jobs/views.ts'
import type { JobState } from '#shared/jobs/job.ts'

/** What a job exports. It is kept until the file is written, or the job is cancelled or too old, because a search may be personal. */
export interface ExportState<Input> extends JobState {
  input?: Input
}

/** The state of a job, as JSON, without what it exports. */
export function forgetInput(state: string): string {
  if (state === '') return state
  const { input: _input, ...rest } = JSON.parse(state) as ExportState<unknown>
  return JSON.stringify(rest)
}

/** Bytes of a piece of a file. */
const pieceBytes = 96 * 1024

/**
 * Writes the file of a job that exports, from the beginning again after it was interrupted, because the rows may have changed. `write` returns its parts and
 * counts the rows of each. Throws `JobFileMissing` if what it exports is not kept any more.
 */
export async function writeJobFile<Input>(
  run: JobRun,
  isPersonal: boolean,
  write: (input: Input, onRows: (count: number) => void) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const { context, job } = run
  const { input } = JSON.parse(job.state) as ExportState<Input>
  if (!input) {
    // The file is complete, but the server stopped before it recorded that.
    if (await findJobFile(context.kontor, job.id)) return
    throw new JobFileMissing()
  }
  // Another run may have begun to write the file meanwhile.
  await deleteJobFile(context.kontor.database, job.id, (transaction) =>
    saveRows<Input>(run, transaction, 0, { percent: null, counts: {}, input }),
  )
  let rows = 0
  let [position, sizeBytes] = [0, 0]
  for await (const piece of toPieces(write(input, (count) => void (rows += count)))) {
    run.throwIfStopping()
    const at = position++
    sizeBytes += piece.length
    await inTransaction(context, async (transaction) => {
      await saveRows<Input>(run, transaction, rows, { percent: null, counts: {}, input })
      await insertJobContent(transaction, job.id, at, piece)
    })
  }
  const { file: name = '' } = parseParameters(job)
  await inTransaction(context, async (transaction) => {
    await saveRows<Input>(run, transaction, rows, { percent: 100, counts: {} })
    await addJobFile(transaction, job.id, { name, sizeBytes, isPersonal, at: context.kontor.now() })
  })
}

const saveRows = <Input>(
  { save }: JobRun,
  transaction: Transaction,
  rows: number,
  state: ExportState<Input>,
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

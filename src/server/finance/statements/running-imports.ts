import { inTransaction } from '#server/auth/access.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import * as store from '#server/finance/statements/running-imports-store.ts'
import type { RunningImport } from '#shared/finance/statement-views.ts'

/** An import without progress for this long belongs to a process that was killed. */
const abandonedMs = 60_000
/** How often progress is written. */
const reportIntervalMs = 500

/** Where the parts of an import begin, in percent of the whole: lines are written, then matched. */
const starts = { importing: 5, matching: 50 } as const
const ends = { importing: 50, matching: 99 } as const

/** Says how much of a part of an import is done. */
export type ReportProgress = (part: keyof typeof starts, done: number, total: number) => Promise<void>

/** Runs an import and stores its progress, so that everyone sees it, even after leaving the page that started it. */
export async function trackImport<Result>(
  context: AuthenticatedContext,
  fileName: string,
  work: (report: ReportProgress) => Promise<Result>,
): Promise<Result> {
  const { kontor } = context
  const id = newId()
  let last = { percent: 0, at: kontor.now() }
  await inTransaction(context, (transaction, user) =>
    store.insertImport(transaction, { id, user_id: user.id, file_name: fileName, percent: 0, updated_at: last.at }),
  )
  try {
    return await work(async (part, done, total) => {
      const share = total > 0 ? Math.min(done / total, 1) : 1
      const percent = Math.max(last.percent, Math.floor(starts[part] + share * (ends[part] - starts[part])))
      const at = kontor.now()
      if (percent === last.percent || at - last.at < reportIntervalMs) return
      last = { percent, at }
      await inTransaction(context, (transaction) => store.updateImport(transaction, id, { percent, updated_at: at }))
    })
  } finally {
    await inTransaction(context, (transaction) => store.deleteImports(transaction, id, kontor.now() - abandonedMs))
  }
}

/** The imports that run now, in any process. */
export const listRunningImports = async ({ kontor, session }: AuthenticatedContext): Promise<RunningImport[]> =>
  (await store.listImports(kontor.database.read, kontor.now() - abandonedMs)).map(({ userId, ...running }) => ({
    ...running,
    isOwn: userId === session.user.id,
  }))

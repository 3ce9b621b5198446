/** A thread that runs tasks of the self-check on a snapshot, which it shares with the thread that started it. */
import { collectAllGarbage } from '#server/runtime/collect-garbage.ts'
import type { Db } from '#server/db/database.ts'
import { joinSnapshot } from '#server/db/join-snapshot.ts'
import { Progress } from '#server/self-check/progress.ts'
import { runTask, type TaskResult } from '#server/self-check/tasks.ts'
import type { ThreadMessage, ThreadRequest } from '#server/self-check/threads.ts'

declare const self: Worker

const post = (message: ThreadMessage): void => self.postMessage(message)

const stopped = new AbortController()
const progress = new Progress(0, (_, rows, work) => countRows(rows, work), stopped.signal)
const closed = Promise.withResolvers<void>()
let snapshot: { db: Db; transaction: Promise<void> } | undefined

/**
 * Rows after which garbage is collected, by how much memory the process has: left alone, the garbage of two threads takes 50 MB more, and collecting it
 * every 2,000 rows takes a tenth of the time.
 */
const collections = [
  { fromBytes: 200_000_000, rows: 2000 },
  { fromBytes: 185_000_000, rows: 5000 },
  { fromBytes: 0, rows: 20_000 },
]
const fewestRows = Math.min(...collections.map(({ rows }) => rows))
let rowsSinceCollection = 0

function countRows(rows: number, work: number): void {
  if (rows > 0) post({ rows })
  rowsSinceCollection += work
  if (rowsSinceCollection < fewestRows) return
  const bytes = process.memoryUsage.rss()
  const isDue = collections.some((each) => bytes >= each.fromBytes && rowsSinceCollection >= each.rows)
  if (!isDue) return
  rowsSinceCollection = 0
  collectAllGarbage()
}

async function execute(request: Exclude<ThreadRequest, { type: 'stop' }>): Promise<TaskResult | undefined> {
  if (request.type === 'run') {
    if (!snapshot) throw new Error('No snapshot is open')
    return runTask(snapshot.db, request.book, request.task, progress)
  }
  if (request.type === 'open')
    await new Promise<void>((resolve, reject) => {
      const transaction = joinSnapshot(request.snapshot, async (db) => {
        snapshot = { db, transaction }
        resolve()
        await closed.promise
      })
      transaction.catch(reject)
    })
  else {
    closed.resolve()
    await snapshot?.transaction
  }
  return undefined
}

self.onmessage = async ({ data: request }: MessageEvent<ThreadRequest>) => {
  if (request.type === 'stop') return stopped.abort()
  try {
    post({ result: await execute(request) })
  } catch (error) {
    // A message leaves out what a database adds to its errors.
    const codes = (['code', 'errno'] as const).filter((name) => Object.hasOwn(error as object, name))
    post({ error, codes: Object.fromEntries(codes.map((name) => [name, (error as Record<string, unknown>)[name]])) })
  }
}

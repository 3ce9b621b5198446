/** A thread that runs tasks of the self-check on a snapshot, which it shares with the thread that started it. */
import type { Db } from '#server/db/database.ts'
import { joinSnapshot } from '#server/db/join-snapshot.ts'
import { Progress } from '#server/finance/verify/progress.ts'
import { runTask, type TaskResult } from '#server/finance/verify/tasks.ts'
import type { ThreadMessage, ThreadRequest } from '#server/finance/verify/threads.ts'

declare const self: Worker

const post = (message: ThreadMessage): void => self.postMessage(message)

const stopped = new AbortController()
const progress = new Progress(0, (_, rows, work) => countRows(rows, work), stopped.signal)
const closed = Promise.withResolvers<void>()
let snapshot: { db: Db; transaction: Promise<void> } | undefined

/**
 * Left alone, the garbage of two threads takes 50 MB more; collecting it every 2,000 rows takes an eighth of the time. So it
 * waits for many rows, unless the process has more memory than this.
 */
const collection = { memoryBytes: 170_000_000, fewestRows: 2000, mostRows: 20_000 }
let rowsSinceCollection = 0

function countRows(rows: number, work: number): void {
  if (rows > 0) post({ rows })
  rowsSinceCollection += work
  const { memoryBytes, fewestRows, mostRows } = collection
  if (rowsSinceCollection < fewestRows) return
  if (rowsSinceCollection < mostRows && process.memoryUsage.rss() < memoryBytes) return
  rowsSinceCollection = 0
  Bun.gc(true)
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
    post({ error })
  }
}

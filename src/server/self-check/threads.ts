import type { Database, Db, SharedSnapshot } from '#server/db/database.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import type { Progress } from '#server/self-check/progress.ts'
import type { TaskRunner } from '#server/self-check/task-queue.ts'
import type { Task, TaskResult } from '#server/self-check/tasks.ts'
import { startVerifyWorker } from '#server/start-worker.ts'

/** What a thread is asked to do. It answers each request but `stop`, which makes the running task fail. */
export type ThreadRequest =
  | { type: 'open'; snapshot: SharedSnapshot }
  | { type: 'run'; book: StoredBook; task: Task }
  | { type: 'stop' }
  | { type: 'close' }

/** `rows` is how many rows the running task has read since the message before. */
export type ThreadMessage =
  { rows: number } | { error: unknown; codes: { code?: unknown; errno?: unknown } } | { result: TaskResult | undefined }

/** Runs `work` on a snapshot that `count` threads share, which run tasks in parallel. */
export async function inThreads<Result>(
  database: Database,
  count: number,
  work: (db: Db, threads: readonly TaskRunner[]) => Promise<Result>,
): Promise<Result> {
  const threads = Array.from({ length: count }, () => new Thread())
  try {
    return await database.inSharedSnapshot(
      async (snapshot) => void (await Promise.all(threads.map((thread) => thread.open(snapshot)))),
      (db) => work(db, threads),
    )
  } finally {
    await Promise.all(threads.map((thread) => thread.close()))
  }
}

/** A thread with a connection of its own. */
class Thread implements TaskRunner {
  readonly #worker = startVerifyWorker()
  #answer = Promise.withResolvers<TaskResult | undefined>()
  #onRows: (rows: number) => void = () => {}
  /** It does not answer any more. */
  #hasFailed = false

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
      if ('rows' in data) this.#onRows(data.rows)
      else if ('error' in data) this.#answer.reject(Object.assign(data.error as Error, data.codes))
      else this.#answer.resolve(data.result)
    }
    this.#worker.onerror = ({ message }) => {
      this.#hasFailed = true
      this.#answer.reject(new Error(message))
    }
  }

  async open(snapshot: SharedSnapshot): Promise<void> {
    await this.#call({ type: 'open', snapshot })
  }

  async run(book: StoredBook, task: Task, progress: Progress): Promise<TaskResult> {
    this.#onRows = (rows) => progress.count(rows)
    const stop = (): void => this.#post({ type: 'stop' })
    progress.signal.addEventListener('abort', stop)
    try {
      return (await this.#call({ type: 'run', book, task })) as TaskResult
    } finally {
      progress.signal.removeEventListener('abort', stop)
    }
  }

  /** Ends the transaction before the thread, as the file of an ended thread would stay open. */
  async close(): Promise<void> {
    if (!this.#hasFailed) await this.#call({ type: 'close' }).catch(() => {})
    this.#worker.terminate()
  }

  #call(request: ThreadRequest): Promise<TaskResult | undefined> {
    this.#answer = Promise.withResolvers()
    this.#post(request)
    return this.#answer.promise
  }

  #post(request: ThreadRequest): void {
    this.#worker.postMessage(request)
  }
}

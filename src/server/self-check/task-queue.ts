import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import type { Progress } from '#server/self-check/progress.ts'
import type { Task, TaskResult } from '#server/self-check/tasks.ts'

/** Runs one task at a time, in this thread or another one. */
export interface TaskRunner {
  run(book: StoredBook, task: Task, progress: Progress): Promise<TaskResult>
}

/** Gives each task to the next runner that is free, in the order in which they are added. Once the signal is aborted no task starts. */
export class TaskQueue {
  readonly #free: TaskRunner[]
  readonly #waiting: ((runner: TaskRunner) => void)[] = []
  readonly #book: StoredBook
  readonly #progress: Progress

  constructor(runners: readonly TaskRunner[], book: StoredBook, progress: Progress) {
    this.#free = [...runners]
    this.#book = book
    this.#progress = progress
  }

  async run(task: Task): Promise<TaskResult> {
    const runner = this.#free.pop() ?? (await this.#waitForRunner())
    try {
      this.#progress.signal.throwIfAborted()
      return await runner.run(this.#book, task, this.#progress)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(runner)
      else this.#free.push(runner)
    }
  }

  #waitForRunner(): Promise<TaskRunner> {
    const { promise, resolve } = Promise.withResolvers<TaskRunner>()
    this.#waiting.push(resolve)
    return promise
  }
}

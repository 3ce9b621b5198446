import { ProblemError } from '#shared/problem.ts'

/** Runs tasks one after another. Throws `unavailable` when `maxWaiting` tasks are waiting already. */
export function createTaskQueue(maxWaiting: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return async function runInTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (waiting >= maxWaiting) throw new ProblemError('unavailable')
    waiting += 1
    const result = last.then(() => {
      waiting -= 1
      return task()
    })
    last = result.catch(() => undefined)
    return result
  }
}

import type { Kontor } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'

type Deps = Pick<Kontor, 'database' | 'log'>

/** Runs the task after a delay, at most once at a time; resolves once it has run. A call during the delay joins the scheduled run. */
export type ScheduleTask<TaskDeps extends Deps = Deps> = (deps: TaskDeps, delayMs: number) => Promise<void>

/** The runs of a task on one database by this process: one at a time, and at most one more that follows it. */
interface Runs {
  last: Promise<void>
  isScheduled: boolean
  /** Starts the scheduled run at once. */
  skipDelay: () => void
}

/**
 * A task that does in the background, soon after a commit, what would make the commit slower. A failure is logged as `failureEvent`; the next
 * run does the rest. Closing the database waits for the scheduled run, which then skips its delay.
 */
export function createBackgroundTask<TaskDeps extends Deps = Deps>(
  run: (database: Database, deps: TaskDeps) => Promise<void>,
  failureEvent: string,
): ScheduleTask<TaskDeps> {
  const runsByDatabase = new WeakMap<Database, Runs>()

  const startTracking = (database: Database): Runs => {
    const runs: Runs = { last: Promise.resolve(), isScheduled: false, skipDelay: () => {} }
    runsByDatabase.set(database, runs)
    database.beforeClose(() => {
      runs.skipDelay()
      return runs.last
    })
    return runs
  }

  return (deps, delayMs) => {
    const { database, log } = deps
    const runs = runsByDatabase.get(database) ?? startTracking(database)
    if (runs.isScheduled) return runs.last
    runs.isScheduled = true
    const previous = runs.last
    runs.last = (async () => {
      await previous
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        runs.skipDelay = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      runs.isScheduled = false
      await run(database, deps).catch((error: unknown) => log.warn(failureEvent, { error: String(error) }))
    })()
    return runs.last
  }
}

import type { Kontor } from '#server/context.ts'

/**
 * Runs a task now and then in every interval, skipping one while the task still runs. A failure is logged as `failureEvent`; the next run
 * does the rest. The timer ends it; closing the database waits for the last run.
 */
export function runPeriodically(
  task: () => Promise<unknown>,
  { database, log }: Pick<Kontor, 'database' | 'log'>,
  { intervalMs, failureEvent }: { intervalMs: number; failureEvent: string },
): ReturnType<typeof setInterval> {
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    await task().catch((error: unknown) => log.warn(failureEvent, { error: String(error) }))
    running = undefined
  }
  database.beforeClose(async () => running)
  running = run()
  return setInterval(() => {
    running ??= run()
  }, intervalMs)
}

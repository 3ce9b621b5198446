import type { Log } from '#server/log.ts'

/**
 * Runs a task now and then in every interval, skipping one while the task still runs. A failure is logged as `failureEvent`; the next run
 * does the rest. The timer ends it.
 */
export function runPeriodically(
  task: () => Promise<void>,
  { intervalMs, log, failureEvent }: { intervalMs: number; log: Log; failureEvent: string },
): ReturnType<typeof setInterval> {
  let running = false
  const run = async (): Promise<void> => {
    if (running) return
    running = true
    await task().catch((error: unknown) => log.warn(failureEvent, { error: String(error) }))
    running = false
  }
  void run()
  return setInterval(() => void run(), intervalMs)
}

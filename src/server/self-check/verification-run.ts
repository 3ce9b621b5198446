import type { Kontor } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { collectAllGarbage } from '#server/runtime/collect-garbage.ts'
import { verify } from '#server/self-check/verify.ts'
import type { Verification, VerificationProgress } from '#shared/self-check/verification-views.ts'

/** A verification that is running, or whose result has not been fetched yet. */
interface Run {
  result: Promise<Verification>
  progress: VerificationProgress
  /** Stops it if it is still running, and discards it. */
  end: () => void
  /** Requests that wait for it, and when the last of them was answered. */
  watchers: number
  lastWatchedAt: number
}

/** At most one per database, so that the books are never read twice at once. */
const runs = new WeakMap<Database, Run>()

/** A page that shows the progress asks again long before. If no request comes in this time, the page was closed, and the verification stops. */
const abandonedAfterMs = 15_000

/**
 * Waits for the running verification, or a new one, and returns its result; its progress when that takes longer than `waitMs`. It continues
 * meanwhile, and stops when no request has asked for it for a while.
 */
export async function watchVerification(
  kontor: Kontor,
  waitMs: number,
): Promise<{ verification: Verification } | { progress: VerificationProgress }> {
  const run = runs.get(kontor.database) ?? startRun(kontor)
  run.watchers++
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, waitMs)
  try {
    const verification = await Promise.race([run.result, timeout])
    if (!verification) return { progress: run.progress }
    run.end()
    return { verification }
  } finally {
    clearTimeout(timer)
    run.watchers--
    run.lastWatchedAt = Date.now()
  }
}

/** Waits for the running verification, or a new one, and returns its result. */
export async function waitForVerification(kontor: Kontor): Promise<Verification> {
  for (;;) {
    const state = await watchVerification(kontor, longWaitMs)
    if ('verification' in state) return state.verification
  }
}

/** How long one request waits before it asks for the same run again. */
const longWaitMs = 60_000

function startRun(kontor: Kontor): Run {
  const { database } = kontor
  const controller = new AbortController()
  const progress: VerificationProgress = { share: 0, checks: [] }
  // The thread needs about as much memory as earlier requests have left behind.
  collectAllGarbage()
  database.releaseMemory()
  const result = verify(kontor, {
    signal: controller.signal,
    // Another core is left to the requests.
    threads: 1,
    onProgress: (share) => (progress.share = share),
    onCheck: (check) => progress.checks.push(check),
  })
  const end = (): void => {
    clearInterval(timer)
    controller.abort()
    if (runs.get(database) === run) runs.delete(database)
  }
  const run: Run = { result, progress, end, watchers: 0, lastWatchedAt: Date.now() }
  runs.set(database, run)
  const timer = setInterval(() => {
    if (run.watchers === 0 && Date.now() - run.lastWatchedAt > abandonedAfterMs) end()
  }, 1000)
  timer.unref()
  // A failure is thrown to those who wait; the next request starts again.
  result.catch(end)
  return run
}

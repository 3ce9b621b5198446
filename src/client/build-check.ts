import { buildCheckIntervalMs } from '#shared/constants.ts'

/** What the check needs of the world; tests give their own. */
interface Surroundings {
  /** The build that this page was made by. */
  own: string
  /** The id of the build that runs now; may fail. */
  fetchId: () => Promise<string>
  /** Runs every `ms` until the function it gives back is called. */
  every: (run: () => void, ms: number) => () => void
  /** Called once, when another build is first seen. */
  onNewer: () => void
}

/** Watches for a newer build: asks every hour, and is told by every screen that is fetched. Failures are left for the next hour. */
export function createBuildCheck({ own, fetchId, every, onNewer }: Surroundings) {
  let outdated = false
  const stop = every(() => void fetchId().then(notice, () => undefined), buildCheckIntervalMs)

  function notice(id: string): void {
    if (outdated || id === own) return
    outdated = true
    stop()
    onNewer()
  }

  return {
    /** Tells which build an answer came from. */
    notice,
    /** Whether this page is of an older build: then the next click loads it whole. */
    isOutdated: (): boolean => outdated,
  }
}

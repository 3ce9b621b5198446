import { buildCheckIntervalMs } from '#shared/constants.ts'

/** What the check needs of the world; tests give their own. */
interface Deps {
  /** The build that this page was made by. */
  currentBuildId: string
  /** The id of the build that runs now; may fail. */
  fetchBuildId: () => Promise<string>
  /** Runs every `ms` until the function it gives back is called. */
  runEvery: (run: () => void, ms: number) => () => void
  /** Called once, when another build is first seen. */
  onNewBuild: () => void
}

/** Watches for a newer build: asks every hour, and is told by every screen that is fetched. Failures are left for the next hour. */
export function createBuildCheck({ currentBuildId, fetchBuildId, runEvery, onNewBuild }: Deps) {
  let outdated = false
  const stop = runEvery(() => void fetchBuildId().then(reportBuildId, () => undefined), buildCheckIntervalMs)

  function reportBuildId(id: string): void {
    if (outdated || id === currentBuildId) return
    outdated = true
    stop()
    onNewBuild()
  }

  return {
    /** Tells which build an answer came from. */
    reportBuildId: reportBuildId,
    /** Whether this page is of an older build: then the next click loads it whole. */
    isOutdated: (): boolean => outdated,
  }
}

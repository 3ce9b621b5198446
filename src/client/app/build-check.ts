import { buildCheckIntervalMs } from '#shared/constants.ts'

/** What the build check needs of the browser; tests provide their own. */
interface Deps {
  /** The build that made this document. */
  currentBuildId: string
  /** The build that the server runs now; may reject. */
  fetchBuildId: () => Promise<string>
  /** Like `setInterval`; returns a function that stops it. */
  runEvery: (run: () => void, ms: number) => () => void
  /** Called once, when another build is first seen. */
  onNewBuild: () => void
}

/** Detects a newer build: asks the server every hour and reads the build of every payload. A failed request is retried after an hour. */
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
    /** Reports the build id of a response. */
    reportBuildId,
    /** Whether the server runs a newer build than this document: the next navigation then loads a document. */
    isOutdated: (): boolean => outdated,
  }
}

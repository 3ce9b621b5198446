/** CPU time of all threads: about as long as the event loop then waits for a collection. */
const longestCollectionUs = 50_000

/**
 * Returns a function that collects all garbage at once, for long work whose garbage would otherwise grow to a multiple of what the server needs. Once
 * that takes too long, because much is in use, it does nothing more.
 */
export function createGarbageCollector(): () => void {
  let isFast = true
  return () => {
    if (!isFast) return
    const before = process.cpuUsage()
    Bun.gc(true)
    const { user, system } = process.cpuUsage(before)
    isFast = user + system <= longestCollectionUs
  }
}

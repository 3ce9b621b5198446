import { fullGC } from 'bun:jsc'

/** Collects all garbage at once; unlike `Bun.gc` it keeps compiled code. */
export const collectAllGarbage = (): void => void fullGC()

/** CPU time of all threads: about as long as the event loop then waits for a collection. */
const longestCollectionUs = 50_000

/**
 * Returns a function that collects all garbage at once, for long work whose garbage would otherwise grow to a multiple of what the server needs. When
 * that takes too long, because much is in use or the machine is busy, it does nothing the next time, and ever less often as long as it does.
 */
export function createGarbageCollector(): () => void {
  let [pause, left] = [0, 0]
  return () => {
    if (left > 0) {
      left -= 1
      return
    }
    const before = process.cpuUsage()
    Bun.gc(true)
    const { user, system } = process.cpuUsage(before)
    pause = user + system > longestCollectionUs ? 2 * pause + 1 : 0
    left = pause
  }
}

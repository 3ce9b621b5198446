import { fullGC, heapSize } from 'bun:jsc'

/** Collects all garbage at once; unlike `Bun.gc` it keeps compiled code. */
export const collectAllGarbage = (): void => void fullGC()

/** The share of time that collections may take, by the memory of the process: a server that only answers requests stays below the last step. */
const shares = [
  { fromBytes: 190_000_000, share: 0.15 },
  { fromBytes: 150_000_000, share: 0.05 },
]
/** Bytes that have survived short collections since the last full one: most of them are garbage. */
const worthwhileBytes = 8_000_000
const checkEveryMs = 100

/**
 * Collects garbage now and then while the process has much memory, until the timer is cleared. What outlives the short collections of the engine, such as the rows
 * of an import, is otherwise collected only when the heap has doubled. A collection takes 20 to 40 ms.
 */
export function startCollectingGarbage(): ReturnType<typeof setInterval> {
  let sizeAfter = 0
  let last = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 }
  return setInterval(() => {
    const startedAt = performance.now()
    const bytes = process.memoryUsage.rss()
    const { share = 0 } = shares.find(({ fromBytes }) => bytes >= fromBytes) ?? {}
    if (share === 0 || (startedAt - last.endedAt) * share < last.tookMs) return
    // Takes up to 2 ms in a busy process, so it comes last.
    const size = heapSize()
    sizeAfter = Math.min(sizeAfter, size)
    if (size < sizeAfter + worthwhileBytes) return
    collectAllGarbage()
    sizeAfter = heapSize()
    const endedAt = performance.now()
    last = { endedAt, tookMs: endedAt - startedAt }
  }, checkEveryMs)
}

/** CPU time of all threads: about as long as the event loop then waits for a collection. */
const longestCollectionUs = 50_000

/**
 * Returns a function that collects all garbage at once, for long work whose garbage would otherwise grow to a multiple of what the server needs. When
 * that takes too long, because much is in use or the machine is busy, it does nothing the next time, and ever less often as long as it does. It discards compiled code,
 * too, and so gives back more than `collectAllGarbage` or the timer above (`docs/benchmarks/startup-and-memory.md`).
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

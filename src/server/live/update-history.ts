import type { OrderUpdate } from '#shared/live/views.ts'

/** How many changes are remembered for pages that were not connected for a while. */
const maximum = 500
/** The clocks of several servers differ, and a change is announced a moment after its commit. */
const marginMs = 3000

/** The latest changes that this process has learned of. Times are epoch ms. */
export function createUpdateHistory(startedAt: number) {
  let completeFrom = startedAt
  let entries: { learnedAt: number; change: OrderUpdate }[] = []

  return {
    add(changes: readonly OrderUpdate[], learnedAt: number): void {
      entries.push(...changes.map((change) => ({ learnedAt, change })))
      if (entries.length <= maximum) return
      completeFrom = Math.max(completeFrom, entries.at(-maximum - 1)?.learnedAt ?? 0)
      entries = entries.slice(-maximum)
    },
    /** From now on it knows all changes, but may have missed some before. */
    markGap(now: number): void {
      completeFrom = now
    },
    /** The changes since a page was loaded, and a few before it. */
    since(time: number): { changes: OrderUpdate[]; isComplete: boolean } {
      const from = time - marginMs
      return {
        changes: entries.filter(({ learnedAt }) => learnedAt > from).map(({ change }) => change),
        isComplete: time >= completeFrom,
      }
    },
  }
}

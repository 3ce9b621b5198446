import type { LiveUpdate, OrderUpdate } from '#shared/live/views.ts'

/** How many changes are remembered for pages that were not connected for a while. */
const maximum = 500
const maximumJobs = 100
/** The clocks of several servers differ, and a change is announced a moment after its commit. */
const marginMs = 3000

/** The latest changes of orders and jobs that this process has learned of. Times are epoch ms. */
export function createUpdateHistory(startedAt: number) {
  let completeFrom = startedAt
  let entries: { learnedAt: number; change: OrderUpdate }[] = []
  /** When each job went on last, and when its status changed, the latest last. */
  const jobs = new Map<string, { learnedAt: number; changedAt: number }>()

  return {
    add(changes: readonly OrderUpdate[], learnedAt: number): void {
      entries.push(...changes.map((change) => ({ learnedAt, change })))
      if (entries.length <= maximum) return
      completeFrom = Math.max(completeFrom, entries.at(-maximum - 1)?.learnedAt ?? 0)
      entries = entries.slice(-maximum)
    },
    addJobs(ids: readonly string[], changed: readonly string[], learnedAt: number): void {
      for (const id of ids) {
        const changedAt = changed.includes(id) ? learnedAt : (jobs.get(id)?.changedAt ?? 0)
        jobs.delete(id)
        jobs.set(id, { learnedAt, changedAt })
      }
      for (const id of [...jobs.keys()].slice(0, -maximumJobs)) jobs.delete(id)
    },
    /** From now on it knows all changes, but may have missed some before. */
    markGap(now: number): void {
      completeFrom = now
    },
    /** The changes since a page was loaded, and a few before it. */
    since(time: number): Pick<LiveUpdate, 'changes' | 'isComplete' | 'jobs' | 'changedJobs'> {
      const from = time - marginMs
      return {
        changes: entries.filter(({ learnedAt }) => learnedAt > from).map(({ change }) => change),
        isComplete: time >= completeFrom,
        jobs: [...jobs].filter(([, { learnedAt }]) => learnedAt > from).map(([id]) => id),
        changedJobs: [...jobs].filter(([, { changedAt }]) => changedAt > from).map(([id]) => id),
      }
    },
  }
}

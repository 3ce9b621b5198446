import type { StaffAction } from '#server/demo/staff-actions.ts'
import { History } from '#server/demo/history.ts'

/** Something that happens at a time, epoch milliseconds. */
export interface Task {
  at: number
  /** The action and the key of its order; missing if it concerns several orders, or none. */
  step?: { action: StaffAction | 'receive'; subject: object }
  run: (history: History) => Promise<void>
}

/**
 * Runs tasks in the order of their times. Where the same is done to several orders one after the other, it is done together, because
 * transactions at the same time share a wait for the disk.
 */
export async function runTasks(history: History, tasks: readonly Task[]): Promise<void> {
  let group: Task[] = []
  const finishGroup = async (): Promise<void> => {
    await Promise.all(group.map(({ run }) => run(history)))
    group = []
  }
  for (const task of tasks.toSorted((a, b) => a.at - b.at)) {
    if (!canJoin(task, group)) await finishGroup()
    group.push(task)
  }
  await finishGroup()
}

/** Tasks in one group, and the time from the first to the last: less than from the end of a working day to the next one. */
const maxTasks = 16

const maxSpanMs = 6 * 3_600_000

function canJoin({ at, step }: Task, group: readonly Task[]): boolean {
  const [first] = group
  return (
    first?.step !== undefined &&
    first.step.action === step?.action &&
    group.length < maxTasks &&
    at - first.at <= maxSpanMs &&
    group.every((task) => task.step?.subject !== step.subject)
  )
}

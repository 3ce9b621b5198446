import type { Task } from '#server/demo/run-tasks.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'
import { createOrderJobInput } from '#shared/orders/bulk-inputs.ts'
import { dayOf } from '#shared/time.ts'

/** Work on many orders at once, as a job: the owner marks the large orders of the last month. */
export function bulkTasks(at: WorkingTime, zone: string): Task[] {
  const taggedAt = at(1, '17:30')
  const filter = {
    status: ['open', 'completed'],
    amountFrom: '1000',
    currency: ['CNY'],
    from: dayOf(at(30, '00:00'), zone),
  }
  const job = createOrderJobInput.parse({ action: 'tag', tag: '大客户', all: '1', filter, start: '1' })
  return [
    {
      at: taggedAt,
      run: async (history) => {
        await history.act('anna', taggedAt, 'createOrderJob', job)
        await history.runJobs(taggedAt)
      },
    },
  ]
}

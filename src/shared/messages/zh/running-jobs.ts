import { formatCount } from '#shared/count.ts'
import type { runningJobs as runningJobsInEnglish } from '#shared/messages/en/running-jobs.ts'

export const runningJobs: typeof runningJobsInEnglish = {
  label: (label, count) => `${label}，${formatCount(count)} 个正在运行`,
}

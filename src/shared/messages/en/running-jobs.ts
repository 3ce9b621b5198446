import { formatCount } from '#shared/count.ts'

/** Texts of the button that shows how many jobs run. */
export const runningJobs = {
  label: (label: string, count: number) => `${label}, ${formatCount(count)} running`,
}

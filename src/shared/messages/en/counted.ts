import { formatCount } from '#shared/count.ts'

/** A number with its noun: `1 item`, `1,200 items`. */
export const counted = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

import { addDays } from '#shared/time.ts'

/** Accounting days, both inclusive; `undefined` means open at that end. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

export const presets = ['today', 'month', 'lastMonth', 'year', 'all'] as const
export type Preset = (typeof presets)[number]

/** The days of each preset; `today` is the current day in the book's time zone. */
export function presetDays(today: string): Record<Preset, DayRange> {
  const month = `${today.slice(0, 7)}-01`
  const lastOfLastMonth = addDays(month, -1)
  return {
    today: { from: today, to: today },
    month: { from: month, to: today },
    lastMonth: { from: `${lastOfLastMonth.slice(0, 7)}-01`, to: lastOfLastMonth },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    all: { from: undefined, to: undefined },
  }
}

/** The preset that means exactly these days, if one does; on the first of a month `today` wins over `month`. */
export function findPreset(days: DayRange, today: string): Preset | undefined {
  const all = presetDays(today)
  return presets.find((name) => all[name].from === days.from && all[name].to === days.to)
}

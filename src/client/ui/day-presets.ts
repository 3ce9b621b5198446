import { addDays } from '#shared/time.ts'

/** Days, both ends included; `undefined` means open at that end. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

export type DayPreset = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'month' | 'lastMonth' | 'year' | 'all'

/** Ranges of days that are often asked for; `today` is `YYYY-MM-DD` in the book's time zone. */
export function dayPresets(today: string) {
  const yesterday = addDays(today, -1)
  const month = `${today.slice(0, 7)}-01`
  const endOfLastMonth = addDays(month, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    last7Days: { from: addDays(today, -6), to: today },
    last30Days: { from: addDays(today, -29), to: today },
    month: { from: month, to: today },
    lastMonth: { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    all: { from: undefined, to: undefined },
  } satisfies Record<DayPreset, DayRange>
}

/** The first of some presets that means exactly these days, if one does. */
export function findDayPreset<Preset extends DayPreset>(
  presets: readonly Preset[],
  { from, to }: DayRange,
  today: string,
): Preset | undefined {
  const days: Record<DayPreset, DayRange> = dayPresets(today)
  return presets.find((preset) => days[preset].from === from && days[preset].to === to)
}

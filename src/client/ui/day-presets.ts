import { relativeDays, type RelativeDays, toAbsoluteDays } from '#shared/list/relative-days.ts'

/** Days, both ends included; `undefined` means open at that end. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

export type DayPreset = RelativeDays | 'all'

/** Common ranges of days; `today` is `YYYY-MM-DD` in the book's time zone. */
export const dayPresets = (today: string): Record<DayPreset, DayRange> => ({
  ...(Object.fromEntries(relativeDays.map((range) => [range, toAbsoluteDays(range, today)])) as Record<
    RelativeDays,
    DayRange
  >),
  all: { from: undefined, to: undefined },
})

/** The first of some presets that means exactly these days, if one does. */
export function findDayPreset<Preset extends DayPreset>(
  presets: readonly Preset[],
  { from, to }: DayRange,
  today: string,
): Preset | undefined {
  const days = dayPresets(today)
  return presets.find((preset) => days[preset].from === from && days[preset].to === to)
}

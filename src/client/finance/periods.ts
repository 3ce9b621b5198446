import type { DayPreset } from '#client/ui/day-presets.ts'

/** The periods above the figures. The filter menu of the page offers other days, without presets. */
export const periods = ['today', 'this-month', 'last-month', 'this-year', 'all'] as const satisfies readonly DayPreset[]

import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { TimeUnit } from '#shared/time-unit.ts'

/** Names a unit of the calendar by its first day: `3 Nov`, `Nov 2025`, `Q4 2025`, `2025`. */
export function useUnitFormat(unit: TimeUnit): (start: string) => string {
  const home = useHomeMessages()
  const formatDays = useDayRangeFormat()
  return (start) => {
    const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
    switch (unit) {
      case 'day':
        return formatDays({ from: start, to: start })
      case 'month':
        return home.units.month(year, month)
      case 'quarter':
        return home.units.quarter(year, Math.ceil(month / 3))
      case 'year':
        return home.units.year(year)
    }
  }
}

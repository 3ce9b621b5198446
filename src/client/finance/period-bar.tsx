import { periods } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { type DayRange, dayPresets, findDayPreset } from '#client/ui/day-presets.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { dayOf } from '#shared/time.ts'
import type { ReactNode } from 'react'

interface PeriodBarProps {
  days: DayRange
  /** The URL of the page with other days. */
  hrefOf: (days: DayRange) => string
  /** The form that filters by other days. */
  filter: ReactNode
}

/** The period of the page: links to the presets, the exact days and their time zone, and the filter for other days. */
export function PeriodBar({ days, hrefOf, filter }: PeriodBarProps) {
  const { now, book } = usePageContext()
  const { finance, lists } = useMessages()
  const formatDays = useDayRangeFormat()
  const today = dayOf(now, book.timeZone)
  const presets = dayPresets(today)
  return (
    <div className="period-bar">
      <Segmented
        size="sm"
        label={finance.period}
        value={findDayPreset(periods, days, today) ?? 'other'}
        options={periods.map((value) => ({
          value,
          label: lists.presets[value],
          href: hrefOf(presets[value]),
        }))}
      />
      <p className="xs dimmed">
        {formatDays(days)} · {book.timeZone}
      </p>
      {filter}
    </div>
  )
}

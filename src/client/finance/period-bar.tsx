import { periods } from '#client/finance/periods.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { type DayRange, findDayPreset } from '#client/ui/day-presets.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { monthAfter } from '#shared/finance/flow-groups.ts'
import { dayOf } from '#shared/time.ts'
import type { ReactNode } from 'react'

interface PeriodBarProps {
  days: DayRange
  /** The URL of the page with other days, or with ones that move with the day. */
  hrefOf: (days: DayRange) => string
  /** The form that filters by other days. */
  filter?: ReactNode
}

/** The period of the page: links to the presets, the exact days and their time zone, and perhaps the filter for other days. */
export function PeriodBar({ days, hrefOf, filter }: PeriodBarProps) {
  const { now, book } = usePageContext()
  const { finance, ledger, lists } = useLedgerMessages()
  const formatDays = useDayRangeFormat()
  const today = dayOf(now, book.timeZone)
  return (
    <div className="period-bar">
      <Segmented
        size="sm"
        label={finance.period}
        value={findDayPreset(periods, days, today) ?? 'other'}
        options={periods.map((value) => ({
          value,
          label: lists.presets[value],
          href: hrefOf({ from: value === 'all' ? undefined : value, to: undefined }),
        }))}
      />
      {days.from !== undefined && days.from > '1950' && days.from < '9000' && (
        <span className="period-bar__steps">
          <ButtonLink
            size="sm"
            variant="ghost"
            icon="chevron-left"
            href={hrefOf(monthAfter(days.from, -1))}
            aria-label={ledger.groups.previousMonth}
          />
          <ButtonLink
            size="sm"
            variant="ghost"
            icon="chevron-right"
            href={hrefOf(monthAfter(days.from, 1))}
            aria-label={ledger.groups.nextMonth}
          />
        </span>
      )}
      <p className="xs dimmed">
        <Parts>{`${formatDays(days)} · ${book.timeZone}`}</Parts>
      </p>
      {filter}
    </div>
  )
}

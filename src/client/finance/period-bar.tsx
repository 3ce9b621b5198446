import { EntriesFilter } from '#client/finance/entries-filter.tsx'
import { filteredHref } from '#client/finance/finance-url.ts'
import { periods } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { dayPresets, findDayPreset } from '#client/ui/day-presets.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FieldError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

/** The period of the page: links to the presets, the exact days and their time zone, and the filter for other days. */
export function PeriodBar({ query, errors }: { query: FinanceQuery; errors: readonly FieldError[] }) {
  const { now, book } = usePageContext()
  const { finance, lists } = useMessages()
  const formatDays = useDayRangeFormat()
  const today = dayOf(now, book.timeZone)
  const days = { from: query.from, to: query.to }
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
          href: filteredHref(query, presets[value]),
        }))}
      />
      <p className="xs dimmed">
        {formatDays(days)} · {book.timeZone}
      </p>
      <EntriesFilter query={query} errors={errors} />
    </div>
  )
}

import { EntriesFilter } from '#client/finance/entries-filter.tsx'
import { filteredHref } from '#client/finance/finance-url.ts'
import { presetDays, findPreset, presets } from '#client/finance/periods.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FieldError } from '#shared/problem.ts'
import { dayOf } from '#shared/time.ts'

/** The period of the page: links to the presets, the exact days and their time zone, and the filter for other days. */
export function PeriodBar({ query, errors }: { query: FinanceQuery; errors: readonly FieldError[] }) {
  const { now, book } = usePageContext()
  const { finance } = useMessages()
  const formatDays = useDayRangeFormat()
  const today = dayOf(now, book.timeZone)
  const days = { from: query.from, to: query.to }
  const all = presetDays(today)
  return (
    <div className="period-bar">
      <Segmented
        size="sm"
        label={finance.period}
        value={findPreset(days, today) ?? 'other'}
        options={presets.map((value) => ({
          value,
          label: finance.periods[value],
          href: filteredHref(query, all[value]),
        }))}
      />
      <p className="xs dimmed">
        {formatDays(days)} · {book.timeZone}
      </p>
      <EntriesFilter query={query} errors={errors} />
    </div>
  )
}

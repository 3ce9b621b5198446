import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { FlowChart } from '#client/ui/chart.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { HomeView } from '#shared/home/views.ts'
import { href } from '#shared/routes/pages.ts'
import { addDays, dayOf } from '#shared/time.ts'

type HomeFigures = NonNullable<HomeView['figures']>

/** Days that a chart of all time shows: the newest ones, no more than the loader gives. */
const maxChartDays = 62

/** Money in and out of each day; a day leads to its entries. */
export function DailyFlow({ figures }: { figures: HomeFigures }) {
  const { common, home } = useMessages()
  const { book } = usePageContext()
  const { days, currency, chosen, period } = figures
  const formatDays = useDayRangeFormat()
  const range = chartRange(figures, book.timeZone)
  const all = period === 'all' ? {} : { from: range?.from, to: range?.to }
  const hasChart = range !== null && days.length > 0
  return (
    <section className="card">
      <header className="card__head">
        <h2>{home.dailyFlow}</h2>
        {hasChart && <Legend />}
        {chosen.from === null && range && <span className="xs dimmed">{formatDays(range)}</span>}
        <a className="end link sm" href={href('finance', { ...all, currency })}>
          {common.pages.finance}
        </a>
      </header>
      <div className="card__body">
        {hasChart ? (
          <FlowChart
            days={days}
            from={range.from}
            to={range.to}
            currency={currency}
            hrefOf={(day) => href('finance', { from: day, to: day, currency })}
          />
        ) : (
          <p className="sm muted">
            {home.noFlow}{' '}
            {period !== 'all' && (
              <a className="link" href={href('index', { period: 'all', currency })}>
                {home.periods.all}
              </a>
            )}
          </p>
        )}
      </div>
    </section>
  )
}

function Legend() {
  const { home } = useMessages()
  return (
    <span className="legend hide-sm">
      <span className="legend__item">
        <i className="legend__key legend__key--in" />
        {home.income}
      </span>
      <span className="legend__item">
        <i className="legend__key legend__key--out" />
        {home.expense}
      </span>
    </span>
  )
}

/** A period draws all of its days, also those without any flow; all time draws up to its newest day with one. */
function chartRange({ days, chosen }: HomeFigures, zone: string): { from: string; to: string } | null {
  if (chosen.from !== null) return { from: dayOf(chosen.from, zone), to: dayOf(chosen.until, zone) }
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!first || !last) return null
  const earliest = addDays(last, 1 - maxChartDays)
  return { from: first > earliest ? first : earliest, to: last }
}

import { FinanceName } from '#client/app/finance-name.tsx'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { FlowChart } from '#client/ui/chart.tsx'
import { FlowLegend } from '#client/ui/flow-legend.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import type { HomeFigures } from '#shared/home/views.ts'
import { href } from '#shared/routes/pages.ts'

/** Money in and out over the chosen period; each bar opens its entries. */
export function FlowCard({ figures }: { figures: HomeFigures }) {
  const { common } = useMessages()
  const home = useHomeMessages()
  const { currency, chosen, series } = figures
  const formatDays = useDayRangeFormat()
  return (
    <section className="card">
      <header className="card__head">
        <h2>{home.flowTitles[series?.unit ?? 'day']}</h2>
        {series && series.flows.length > 0 && <FlowLegend hasBefore={series.inBefore !== null} />}
        {series && chosen.days === null && <span className="xs dimmed">{formatDays(series)}</span>}
        <a className="end link sm" href={href('finance', { ...chosen.days, currency })}>
          <FinanceName text={common.pages.finance} />
        </a>
      </header>
      <div className="card__body">
        {series && series.flows.length > 0 ? (
          <FlowChart {...series} currency={currency} hrefOf={(days) => href('finance', { ...days, currency })} />
        ) : (
          <p className="sm muted">
            {home.noFlow}
            {common.sentenceGap}
            {chosen.days !== null && (
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

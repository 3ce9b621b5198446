import { AgingChart } from '#client/finance/aging-chart.tsx'
import { filteredHref } from '#client/finance/finance-url.ts'
import { GroupName } from '#client/finance/group-name.tsx'
import { useAbsoluteDays } from '#client/finance/use-absolute-days.ts'
import { useGroupName } from '#client/finance/use-group-name.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { BarList } from '#client/ui/bar-list.tsx'
import { FlowChart } from '#client/ui/chart.tsx'
import { FlowLegend } from '#client/ui/flow-legend.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { flowCharts, type FlowChartView } from '#shared/finance/flow-charts.ts'
import { clampDays } from '#shared/finance/flow-groups.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowGroup } from '#shared/finance/page-views.ts'

interface FlowChartsProps {
  query: FinanceQuery
  currency: string
  view: FlowChartView | null
}

/** One of the charts of the cash flow, in the head of which another can be chosen. */
export function FlowCharts({ query, currency, view }: FlowChartsProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.charts
  const chosen = query.chart ?? flowCharts[0]
  return (
    <section className="card flow-charts" aria-label={words.names[chosen]}>
      <header className="flow-charts__head">
        <h2>{words.titles[chosen]}</h2>
        {view?.chart === 'trend' && <FlowLegend hasBalance={view.opening !== null} />}
        <Segmented
          size="sm"
          label={words.label}
          value={chosen}
          // Balances are no part of what a search finds.
          options={flowCharts
            .filter((chart) => chart !== 'aging' || query.q === undefined)
            .map((chart) => ({
              value: chart,
              label: words.names[chart],
              href: filteredHref(query, { chart: chart === flowCharts[0] ? undefined : chart }),
            }))}
        />
      </header>
      <div className="card__body">
        <Chart query={query} currency={currency} view={view} />
      </div>
    </section>
  )
}

function Chart({ query, currency, view }: FlowChartsProps) {
  const { ledger } = useLedgerMessages()
  const shown = useAbsoluteDays(query)
  if (!view) return <p className="sm muted">{ledger.groups.none}</p>
  switch (view.chart) {
    case 'trend':
      return (
        <FlowChart
          unit={view.unit}
          from={view.from}
          to={view.to}
          flows={view.flows}
          currency={currency}
          {...(view.opening !== null && { opening: view.opening })}
          transfersLabel={ledger.groups.transfers}
          hrefOf={(days) => filteredHref(query, { ...clampDays(days, shown), group: undefined })}
        />
      )
    case 'composition':
      return (
        <div className="flow-charts__columns">
          <Composition query={query} currency={currency} grouping="kind" groups={view.kinds} />
          <Composition query={query} currency={currency} grouping="channel" groups={view.channels} />
        </div>
      )
    case 'aging':
      return <AgingChart query={shown} currency={currency} view={view} />
  }
}

interface CompositionProps {
  query: FinanceQuery
  currency: string
  grouping: 'kind' | 'channel'
  groups: readonly FlowGroup[]
}

function Composition({ query, currency, grouping, groups }: CompositionProps) {
  const { finance, ledger } = useLedgerMessages()
  const nameOf = useGroupName(grouping)
  return (
    <BarList
      label={ledger.groups.table(ledger.groups.names[grouping])}
      headings={[ledger.groups.heads[grouping], finance.columns.in, finance.columns.out]}
      currency={currency}
      rows={groups
        .toSorted((a, b) => b.in + b.out - (a.in + a.out))
        .map((group) => ({
          key: group.key,
          name: <GroupName query={query} group={group} name={nameOf(group)} />,
          amounts: [
            { minor: group.in, direction: 'in' },
            { minor: group.out, direction: 'out' },
          ],
        }))}
    />
  )
}

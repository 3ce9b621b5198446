import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import type { UnitFlow } from '#client/ui/flow-bars.tsx'
import { Money } from '#client/ui/money.tsx'
import { useUnitFormat } from '#client/ui/unit-format.ts'
import type { TimeUnit } from '#shared/time-unit.ts'

interface FlowTableProps {
  bars: readonly UnitFlow[]
  unit: TimeUnit
  currency: string
  transfersLabel?: string | undefined
  hrefOf: (days: { from: string; to: string }) => string
}

/** The figures of a `FlowChart` as a table, folded below it. */
export function FlowTable({ bars, unit, currency, transfersLabel, hrefOf }: FlowTableProps) {
  const { finance } = useMessages()
  const home = useHomeMessages()
  const formatUnit = useUnitFormat(unit)
  const hasBefore = bars.some(({ inBefore }) => inBefore !== undefined)
  const hasBalance = bars.some(({ balance }) => balance !== undefined)
  const hasTransfers = bars.some(({ transfers = 0 }) => transfers !== 0)
  return (
    <details className="flow__table">
      <summary>{home.viewAsTable}</summary>
      <div className="table-scroll">
        <table className="table table--inset" data-density="compact">
          <caption className="sr-only">{`${home.flowLabels[unit]}, ${currency}`}</caption>
          <thead>
            <tr>
              <th scope="col">{home.unitNames[unit]}</th>
              <th scope="col" className="num">
                {finance.columns.in}
              </th>
              <th scope="col" className="num">
                {finance.columns.out}
              </th>
              {hasBefore && (
                <th scope="col" className="num">
                  {home.incomeBefore}
                </th>
              )}
              {hasTransfers && (
                <th scope="col" className="num">
                  {transfersLabel}
                </th>
              )}
              {hasBalance && (
                <th scope="col" className="num">
                  {home.balance}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {bars.map((flow) => (
              <tr key={flow.start}>
                <th scope="row">
                  <a className="ref" href={hrefOf({ from: flow.start, to: flow.end })}>
                    {formatUnit(flow.start)}
                  </a>
                </th>
                <td className="num">
                  <Money minor={flow.in} currency={currency} sign="always" direction="in" hideCurrency />
                </td>
                <td className="num">
                  <Money minor={-flow.out} currency={currency} direction="out" hideCurrency />
                </td>
                {hasBefore && (
                  <td className="num">
                    {flow.inBefore !== undefined && <Money minor={flow.inBefore} currency={currency} hideCurrency />}
                  </td>
                )}
                {hasTransfers && (
                  <td className="num">
                    <Money minor={flow.transfers ?? 0} currency={currency} hideCurrency />
                  </td>
                )}
                {flow.balance !== undefined && (
                  <td className="num">
                    <Money minor={flow.balance} currency={currency} hideCurrency />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { BalanceStrip } from '#client/ui/balance-strip.tsx'
import { FlowTable } from '#client/ui/flow-table.tsx'
import { FlowBars, type UnitFlow } from '#client/ui/flow-bars.tsx'
import { computeFlowScale, type FlowScale, formatAxisAmount, pickLabeledUnits } from '#client/ui/chart-scale.ts'
import { endOfUnit, listUnits, type TimeUnit } from '#shared/time-unit.ts'

interface FlowChartProps {
  unit: TimeUnit
  /** First and last day drawn, both inclusive, `YYYY-MM-DD` of the book's zone. */
  from: string
  to: string
  /** Units that have any flow, by their first day, in any order; the others of the range are drawn empty. */
  flows: readonly { start: string; in: number; out: number; transfers?: number }[]
  currency: string
  /** The balance before the first unit, minor units: draws the course of the balance above the bars. */
  opening?: number
  /** Income in each unit of the previous period, in order: a line above the bars. */
  inBefore?: readonly number[] | null
  /** Label of transfers to and from other accounts, if the balance includes them. */
  transfersLabel?: string | undefined
  /** URL of the rows of one unit, its days inclusive. */
  hrefOf: (days: { from: string; to: string }) => string
}

/**
 * Money in and out per day, month, quarter or year: in goes up, out goes down, one scale both ways. Drawn in percent, so that it
 * stretches without script and its text does not. Each bar is a link that shows its amounts on hover and on focus; the same figures are
 * in the table below.
 */
export function FlowChart({
  unit,
  from,
  to,
  flows,
  currency,
  opening,
  inBefore = null,
  transfersLabel,
  hrefOf,
}: FlowChartProps) {
  const { locale } = usePageContext()
  const home = useHomeMessages()
  const bars = toBars(listUnits(from, to, unit), unit, flows, { opening, inBefore })
  const scale = computeFlowScale(
    Math.max(0, ...bars.flatMap((flow) => [flow.in, flow.inBefore ?? 0])),
    Math.max(0, ...bars.map((flow) => flow.out)),
  )
  const steps = Array.from({ length: scale.above + scale.below + 1 }, (_, index) => scale.above - index)
  return (
    <figure className="flow" aria-label={`${home.flowLabels[unit]}, ${currency}`}>
      {opening !== undefined && (
        <BalanceStrip balances={[opening, ...bars.flatMap((bar) => bar.balance ?? [])]} currency={currency} />
      )}
      <div className="flow__axis" aria-hidden="true">
        {steps.map((step) => (
          <span key={step}>{formatAxisAmount(step * scale.step, currency, locale)}</span>
        ))}
      </div>
      <div className="flow__plot">
        <svg aria-hidden="true">
          {steps.map((step, index) => {
            const y = `${(index / (steps.length - 1)) * 100}%`
            return (
              <line key={step} className={step === 0 ? 'flow__zero' : 'flow__grid'} x1="0" x2="100%" y1={y} y2={y} />
            )
          })}
        </svg>
        <BeforeLine bars={bars} scale={scale} />
        <FlowBars bars={bars} unit={unit} scale={scale} currency={currency} hrefOf={hrefOf} />
      </div>
      <svg className="flow__days" aria-hidden="true">
        <UnitLabels starts={bars.map(({ start }) => start)} unit={unit} />
      </svg>
      <FlowTable
        bars={bars.filter((flow) => flow.in !== 0 || flow.out !== 0 || (flow.transfers ?? 0) !== 0)}
        transfersLabel={transfersLabel}
        unit={unit}
        currency={currency}
        hrefOf={hrefOf}
      />
    </figure>
  )
}

/** The flow of every unit, and with an `opening` the balance after it. */
function toBars(
  starts: readonly string[],
  unit: TimeUnit,
  flows: FlowChartProps['flows'],
  { opening, inBefore }: { opening: number | undefined; inBefore: readonly number[] | null },
): UnitFlow[] {
  const flowsByStart = new Map(flows.map((flow) => [flow.start, flow]))
  let balance = opening
  return starts.map((start, index) => {
    const flow: FlowChartProps['flows'][number] = flowsByStart.get(start) ?? { start, in: 0, out: 0 }
    if (balance !== undefined) balance += flow.in - flow.out + (flow.transfers ?? 0)
    const before = inBefore?.[index]
    return {
      ...flow,
      end: endOfUnit(start, unit),
      ...(before !== undefined && { inBefore: before }),
      ...(balance !== undefined && { balance }),
    }
  })
}

/** What came in during the period before, as a line in the middle of the units. */
function BeforeLine({ bars, scale }: { bars: readonly UnitFlow[]; scale: FlowScale }) {
  const span = scale.step * (scale.above + scale.below)
  const zero = scale.above / (scale.above + scale.below)
  const points = bars.flatMap(({ inBefore }, index) => {
    if (inBefore === undefined) return []
    const y = zero - Math.max(0, inBefore) / span
    return `${(((index + 0.5) / bars.length) * 100).toFixed(2)},${(y * 100).toFixed(2)}`
  })
  if (points.length < 2) return null
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
      <polyline className="flow__before" points={points.join(' ')} />
    </svg>
  )
}

/** The month (of days) or the year (of months) is added to the first label and wherever it differs from that of the label before. */
function UnitLabels({ starts, unit }: { starts: readonly string[]; unit: TimeUnit }) {
  const { common, finance } = useMessages()
  const home = useHomeMessages()
  const labeled = pickLabeledUnits(starts, unit)
  return labeled.map((index, nth) => {
    const start = starts[index] ?? ''
    const previous = starts[labeled[nth - 1] ?? -1]
    const month = common.months[Number(start.slice(5, 7)) - 1] ?? ''
    const isSameMonth = previous?.slice(0, 7) === start.slice(0, 7)
    const isSameYear = previous?.slice(0, 4) === start.slice(0, 4)
    const day = Number(start.slice(8))
    const text =
      unit === 'day'
        ? isSameMonth
          ? finance.dayOfMonth(day)
          : common.day(day, month)
        : unit === 'month'
          ? isSameYear
            ? month
            : home.units.month(Number(start.slice(0, 4)), Number(start.slice(5, 7)))
          : home.units.year(Number(start.slice(0, 4)))
    return (
      <text key={start} x={`${((index + 0.5) / starts.length) * 100}%`} y="16">
        {text}
      </text>
    )
  })
}

import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { formatAxisAmount, computeFlowScale, pickLabeledDays } from '#client/ui/chart-scale.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Money } from '#client/ui/money.tsx'
import { formatMoney } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

interface DayFlow {
  /** `YYYY-MM-DD` of the book's zone. */
  day: string
  /** Minor units, both ≥ 0. */
  in: number
  out: number
}

interface FlowChartProps {
  /** Days that have any flow, in any order; others of the range are drawn empty. */
  days: readonly DayFlow[]
  /** First and last day drawn, both inclusive. */
  from: string
  to: string
  currency: string
  /** URL of the rows of one day. */
  hrefOf: (day: string) => string
}

/**
 * Money in (up) and out (down) per day, at the same scale. Positions are percentages, so the chart stretches without script while its
 * text keeps its size. Screen readers use the table below, which also serves for copying figures.
 */
export function FlowChart({ days, from, to, currency, hrefOf }: FlowChartProps) {
  const { locale } = usePageContext()
  const flowsByDay = new Map(days.map((flow) => [flow.day, flow]))
  const drawn: DayFlow[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) drawn.push(flowsByDay.get(day) ?? { day, in: 0, out: 0 })
  const scale = computeFlowScale(
    Math.max(0, ...drawn.map((flow) => flow.in)),
    Math.max(0, ...drawn.map((flow) => flow.out)),
  )
  const steps = Array.from({ length: scale.above + scale.below + 1 }, (_, index) => scale.above - index)
  return (
    <figure className="flow">
      <div className="flow__axis" aria-hidden="true">
        {steps.map((step) => (
          <span key={step}>{formatAxisAmount(step * scale.step, currency, locale)}</span>
        ))}
      </div>
      <svg className="flow__plot" aria-hidden="true">
        {steps.map((step, index) => {
          const y = percent(index / (steps.length - 1))
          return <line key={step} className={step === 0 ? 'flow__zero' : 'flow__grid'} x1="0" x2="100%" y1={y} y2={y} />
        })}
        <Bars days={drawn} scale={scale} currency={currency} hrefOf={hrefOf} />
      </svg>
      <svg className="flow__days" aria-hidden="true">
        <DayLabels days={drawn.map((flow) => flow.day)} />
      </svg>
      <FlowTable days={drawn.filter((flow) => flow.in > 0 || flow.out > 0)} currency={currency} hrefOf={hrefOf} />
    </figure>
  )
}

interface BarsProps extends Pick<FlowChartProps, 'currency' | 'hrefOf'> {
  days: readonly DayFlow[]
  scale: ReturnType<typeof computeFlowScale>
}

function Bars({ days, scale, currency, hrefOf }: BarsProps) {
  const name = useDayName()
  const band = 1 / days.length
  const width = Math.min(band * (days.length > 31 ? 0.56 : 0.4), 0.032)
  const span = scale.step * (scale.above + scale.below)
  const zero = scale.above / (scale.above + scale.below)
  return days.map((flow, index) => {
    if (flow.in === 0 && flow.out === 0) return null
    const x = percent((index + 0.5) * band - width / 2)
    return (
      <a key={flow.day} className="flow__day" href={hrefOf(flow.day)} tabIndex={-1}>
        <title>{`${name(flow.day)}: +${formatMoney(flow.in, currency)}, −${formatMoney(flow.out, currency)}`}</title>
        <rect className="flow__hit" x={percent(index * band)} width={percent(band)} y="0" height="100%" />
        <rect
          className="flow__in"
          x={x}
          width={percent(width)}
          y={percent(zero - flow.in / span)}
          height={percent(flow.in / span)}
        />
        <rect className="flow__out" x={x} width={percent(width)} y={percent(zero)} height={percent(flow.out / span)} />
      </a>
    )
  })
}

/** Shows the month at the first label and whenever it changes. */
function DayLabels({ days }: { days: readonly string[] }) {
  const { common, finance } = useMessages()
  const labeled = pickLabeledDays(days)
  return labeled.map((index, nth) => {
    const day = days[index] ?? ''
    const before = days[labeled[nth - 1] ?? -1]
    const number = Number(day.slice(8))
    const month = common.months[Number(day.slice(5, 7)) - 1] ?? ''
    return (
      <text key={day} x={percent((index + 0.5) / days.length)} y="16">
        {before?.slice(0, 7) === day.slice(0, 7) ? finance.dayOfMonth(number) : common.day(number, month)}
      </text>
    )
  })
}

function FlowTable({ days, currency, hrefOf }: Pick<FlowChartProps, 'days' | 'currency' | 'hrefOf'>) {
  const { finance, home } = useMessages()
  const name = useDayName()
  return (
    <details className="flow__table">
      <summary>{home.viewAsTable}</summary>
      <table className="table table--inset" data-density="compact">
        <caption className="sr-only">{`${home.flowLabel}, ${currency}`}</caption>
        <thead>
          <tr>
            <th scope="col">{home.day}</th>
            <th scope="col" className="num">
              {finance.columns.in}
            </th>
            <th scope="col" className="num">
              {finance.columns.out}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((flow) => (
            <tr key={flow.day}>
              <th scope="row">
                <a className="ref" href={hrefOf(flow.day)}>
                  {name(flow.day)}
                </a>
              </th>
              <td className="num">
                <Money minor={flow.in} currency={currency} sign="always" direction="in" hideCurrency />
              </td>
              <td className="num">
                <Money minor={-flow.out} currency={currency} direction="out" hideCurrency />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function useDayName(): (day: string) => string {
  const formatDays = useDayRangeFormat()
  return (day) => formatDays({ from: day, to: day })
}

/** A share of 1 as an SVG length, short enough for a list of 62 days. */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`

import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import type { FlowScale } from '#client/ui/chart-scale.ts'
import { Money } from '#client/ui/money.tsx'
import { useUnitFormat } from '#client/ui/unit-format.ts'
import type { TimeUnit } from '#shared/time-unit.ts'
import { useState, type KeyboardEvent } from 'react'
import { useIsHydrated } from '#client/browser/use-is-hydrated.ts'

/** One bar: a unit of the calendar by its first and last day, minor units; what is below zero is not drawn. */
export interface UnitFlow {
  start: string
  end: string
  in: number
  out: number
  /** Income in the same unit of the previous period. */
  inBefore?: number
  /** The balance at its end. */
  balance?: number
  /** Transfers between the account and others; they are part of the balance only. */
  transfers?: number
}

interface FlowBarsProps {
  /** Every unit of the range, oldest first; units without any flow leave a gap. */
  bars: readonly UnitFlow[]
  unit: TimeUnit
  scale: FlowScale
  currency: string
  hrefOf: (days: { from: string; to: string }) => string
}

/** The bars as links to their rows, each with its amounts in a label that hover and focus show. */
export function FlowBars({ bars, unit, scale, currency, hrefOf }: FlowBarsProps) {
  const home = useHomeMessages()
  const formatUnit = useUnitFormat(unit)
  const roving = useRovingFocus()
  const span = scale.step * (scale.above + scale.below)
  const zero = scale.above / (scale.above + scale.below)
  const drawn = bars.map((flow, index) => ({ flow, index })).filter(({ flow }) => flow.in !== 0 || flow.out !== 0)
  return (
    <ol className="flow__bars">
      {drawn.map(({ flow, index }, nth) => {
        // The share of the label that is left of its place is that of the chart, so no label leaves the chart.
        const position = percent((index + 0.5) / bars.length)
        return (
          <li key={flow.start} style={{ left: percent(index / bars.length), width: percent(1 / bars.length) }}>
            <a href={hrefOf({ from: flow.start, to: flow.end })} {...roving(nth)}>
              <span
                className="flow__in"
                style={{
                  top: percent(zero - Math.max(0, flow.in) / span),
                  height: percent(Math.max(0, flow.in) / span),
                }}
              />
              <span
                className="flow__out"
                style={{ top: percent(zero), height: percent(Math.max(0, flow.out) / span) }}
              />
              <span className="flow__tip" style={{ left: position, translate: `-${position}` }}>
                <b>{formatUnit(flow.start)}</b>
                <Amount label={home.income} minor={flow.in} currency={currency} direction="in" />
                <Amount label={home.expense} minor={-flow.out} currency={currency} direction="out" />
                {flow.inBefore !== undefined && (
                  <span className="flow__amount">
                    {home.incomeBefore} <Money minor={flow.inBefore} currency={currency} />
                  </span>
                )}
                {flow.balance !== undefined && (
                  <span className="flow__amount">
                    {home.balance} <Money minor={flow.balance} currency={currency} />
                  </span>
                )}
              </span>
            </a>
          </li>
        )
      })}
    </ol>
  )
}

interface AmountProps {
  label: string
  minor: number
  currency: string
  direction: 'in' | 'out'
}

const Amount = ({ label, minor, currency, direction }: AmountProps) => (
  <span className="flow__amount">
    {label} <Money minor={minor} currency={currency} sign="always" direction={direction} />
  </span>
)

/** Properties of each bar's link: one Tab stop for all bars, arrow keys between them. Without script each bar is a Tab stop. */
function useRovingFocus() {
  const isHydrated = useIsHydrated()
  const [current, setCurrent] = useState(0)
  return (index: number) => ({
    tabIndex: isHydrated && index !== current ? -1 : undefined,
    onFocus: () => setCurrent(index),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const links = [...(event.currentTarget.closest('ol')?.querySelectorAll('a') ?? [])]
      const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: links.length - 1 }[event.key]
      if (target === undefined) return
      event.preventDefault()
      links[Math.min(Math.max(target, 0), links.length - 1)]?.focus()
    },
  })
}

/** A share of 1 as a length, short enough for sixty bars. */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`

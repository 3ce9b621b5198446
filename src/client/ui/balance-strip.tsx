import { formatAxisAmount } from '#client/ui/chart-scale.ts'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { formatMoney } from '#shared/money.ts'

interface BalanceStripProps {
  /** The balance before the first unit and after each, minor units. */
  balances: readonly number[]
  currency: string
}

/** The course of a balance, above the bars of the same units and with a scale of its own; the values are in the labels of the bars. */
export function BalanceStrip({ balances, currency }: BalanceStripProps) {
  const { locale } = usePageContext()
  const home = useHomeMessages()
  const highest = Math.max(...balances)
  const lowest = Math.min(...balances)
  const y = (minor: number): number => (highest === lowest ? 50 : ((highest - minor) / (highest - lowest)) * 100)
  const [first = 0, ...others] = balances
  // Flat in the middle of each unit, as each balance is that at the end of its unit.
  const points = others.map((minor, index) => `${round(((index + 0.5) / others.length) * 100)},${round(y(minor))}`)
  return (
    <>
      <div className="flow__axis flow__axis--strip" aria-hidden="true">
        <span>{formatSigned(highest, currency, locale)}</span>
        {highest !== lowest && <span>{formatSigned(lowest, currency, locale)}</span>}
      </div>
      <div className="flow__strip">
        <svg role="img" viewBox="0 0 100 100" preserveAspectRatio="none">
          <title>{home.balanceLine(formatMoney(first, currency), formatMoney(others.at(-1) ?? first, currency))}</title>
          <polyline className="flow__balance" points={[`0,${round(y(first))}`, ...points].join(' ')} />
        </svg>
      </div>
    </>
  )
}

const round = (value: number): number => Number(value.toFixed(2))

const formatSigned = (...[minor, currency, locale]: Parameters<typeof formatAxisAmount>): string =>
  (minor < 0 ? '−' : '') + formatAxisAmount(minor, currency, locale)

import { Money } from '#client/ui/money.tsx'
import { formatMoney } from '#shared/money.ts'
import type { ReactNode } from 'react'

interface BarListProps {
  /** What the table lists, for screen readers. */
  label: string
  /** The heading of the names and of each amount. */
  headings: readonly [string, ...string[]]
  currency: string
  rows: readonly { key: string; name: ReactNode; amounts: readonly BarAmount[] }[]
}

interface BarAmount {
  minor: number
  /** `neutral` is neither income nor expense. */
  direction: 'in' | 'out' | 'neutral'
}

/** Amounts as horizontal bars in a table, all at one scale: chart and table in one. Amounts below zero have no bar. */
export function BarList({ label, headings, currency, rows }: BarListProps) {
  const [nameHeading, ...amountHeadings] = headings
  const longest = Math.max(1, ...rows.flatMap(({ amounts }) => amounts.map(({ minor }) => minor)))
  return (
    <table className="table table--inset bar-list" data-density="compact" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {nameHeading}
          </th>
          {amountHeadings.map((heading) => (
            <th key={heading} scope="col" className="num">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, amounts }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="bar-list__bars">
              <svg aria-hidden="true" style={{ height: `${amounts.length * 0.5}rem` }}>
                {amounts.map(({ minor, direction }, index) => (
                  <rect
                    key={direction}
                    className={`bar-list__${direction}`}
                    y={`${(index / amounts.length) * 100}%`}
                    height={`${100 / amounts.length - 8}%`}
                    width={`${Number(((Math.max(0, minor) / longest) * 100).toFixed(2))}%`}
                  >
                    <title>{formatMoney(minor, currency)}</title>
                  </rect>
                ))}
              </svg>
            </td>
            {amounts.map(({ minor, direction }) => (
              <td key={direction} className="num">
                <Money minor={direction === 'out' ? -minor : minor} currency={currency} hideCurrency />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

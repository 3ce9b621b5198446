import { useId, type ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useMessages } from '#client/app/page-context.tsx'

/** A row of figures. `odd`: their number is odd, so the first gets the full width on narrow pages. `minor`: smaller, below the others. */
export const Stats = ({
  odd = false,
  minor = false,
  children,
}: {
  odd?: boolean
  minor?: boolean
  children: ReactNode
}) => <div className={`stats${odd ? ' stats--odd' : ''}${minor ? ' stats--minor' : ''}`}>{children}</div>

interface StatProps {
  label: ReactNode
  icon?: IconName
  /** The number of rows in the figure, at the end of the label's line. */
  note?: ReactNode
  value: ReactNode
  /** The comparison or the parts of the figure. May contain links. */
  children?: ReactNode
  /** URL of the rows that add up to the figure; the whole card opens it. */
  href?: string
  /** Whether the page shows these rows now. */
  current?: boolean
  /** `−` or `=` on the border before it: the cards add up on the screen. */
  operator?: '−' | '=' | '+'
}

/** One figure with its label and its comparison. */
export function Stat({ label, icon, note, value, children, href, current = false, operator }: StatProps) {
  const id = useId()
  const [labelId, valueId] = [`${id}label`, `${id}value`]
  return (
    <div className={href === undefined ? 'stat' : 'stat stat--linked'}>
      {operator && (
        <span className="stat__op" aria-hidden="true">
          {operator}
        </span>
      )}
      <span className="stat__label">
        {icon && <Icon name={icon} />}
        <span id={labelId}>{label}</span>
        {note !== undefined && <span className="stat__n">{note}</span>}
      </span>
      <span className="stat__value">
        {href === undefined ? (
          value
        ) : (
          <a
            id={valueId}
            className="stat__link"
            href={href}
            aria-labelledby={`${labelId} ${valueId}`}
            aria-current={current ? 'true' : undefined}
          >
            {value}
          </a>
        )}
      </span>
      {children && <span className="stat__sub">{children}</span>}
    </div>
  )
}

/** A larger change says nothing more: the figure before is next to it. */
const maxPercent = 999

/** The change of a figure in percent with one decimal. `good` is the direction to color green; without it there is no color. */
export function Delta({ now, before, good }: { now: number; before: number; good?: 'up' | 'down' }) {
  const { common } = useMessages()
  if (before === 0) return null
  const percent = ((now - before) / Math.abs(before)) * 100
  const up = percent > 0
  const tone = percent === 0 || !good ? 'flat' : up === (good === 'up') ? 'up' : 'down'
  return (
    <span className={`delta delta--${tone}`}>
      {percent !== 0 && <Icon name={up ? 'arrow-up' : 'arrow-down'} />}
      {Math.abs(percent) > maxPercent
        ? `> ${common.percent(maxPercent)}`
        : common.percent(Math.round(Math.abs(percent) * 10) / 10)}
    </span>
  )
}

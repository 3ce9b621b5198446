import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useMessages } from '#client/app/page-context.tsx'

/** A strip of figures; `odd` when their number is odd: then the first leads at full width where it is narrow. */
export const Stats = ({ odd = false, children }: { odd?: boolean; children: ReactNode }) => (
  <div className={odd ? 'stats stats--odd' : 'stats'}>{children}</div>
)

interface StatProps {
  label: ReactNode
  icon?: IconName
  /** How many rows make it, at the end of the label's line. */
  note?: ReactNode
  value: ReactNode
  /** What it is compared with, or what it is made of. */
  children?: ReactNode
  /** The rows that make it. */
  href?: string
  /** `−` or `=` on the border before it: the cards add up on the screen. */
  operator?: '−' | '=' | '+'
}

/** One figure: what it is, how much, against what. */
export function Stat({ label, icon, note, value, children, href, operator }: StatProps) {
  const content = (
    <>
      {operator && (
        <span className="stat__op" aria-hidden="true">
          {operator}
        </span>
      )}
      <span className="stat__label">
        {icon && <Icon name={icon} />}
        {label}
        {note !== undefined && <span className="stat__n">{note}</span>}
      </span>
      <span className="stat__value">{value}</span>
      {children && <span className="stat__sub">{children}</span>}
    </>
  )
  if (href === undefined) return <div className="stat">{content}</div>
  return (
    <a className="stat" href={href}>
      {content}
    </a>
  )
}

/** How a figure changed: per cent with one decimal. `good` says which direction is one to be glad of; without it there is no colour. */
export function Delta({ now, before, good }: { now: number; before: number; good?: 'up' | 'down' }) {
  const { common } = useMessages()
  if (before === 0) return null
  const percent = ((now - before) / Math.abs(before)) * 100
  const up = percent > 0
  const tone = percent === 0 || !good ? 'flat' : up === (good === 'up') ? 'up' : 'down'
  return (
    <span className={`delta delta--${tone}`}>
      {percent !== 0 && <Icon name={up ? 'arrow-up' : 'arrow-down'} />}
      {common.percent(Math.round(Math.abs(percent) * 10) / 10)}
    </span>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'

export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'error'

interface BadgeProps {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}

/** A pill for a single fact, on its own or in a heading; at most three in a row. In tables use `Status`. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  const classes = ['badge', tone !== 'neutral' && `badge--${tone}`, !icon && 'badge--text'].filter(Boolean)
  return (
    <span className={classes.join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** A tag set by the merchant: square and gray. */
export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>

/** A number next to a label; `alert` when it needs attention. */
export const CountBadge = ({ children, alert = false }: { children: ReactNode; alert?: boolean }) => (
  <span className={alert ? 'count count--alert' : 'count'}>{children}</span>
)

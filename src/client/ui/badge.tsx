import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'

export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'error'

interface BadgeProps {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}

/** A fact as a pill, where it stands alone or in a head; at most three in a row. In tables use `Status`. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  const classes = ['badge', tone !== 'neutral' && `badge--${tone}`, !icon && 'badge--text'].filter(Boolean)
  return (
    <span className={classes.join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** A tag of the merchant: square and grey. */
export const Tag = ({ children }: { children: ReactNode }) => <span className="tag">{children}</span>

/** A number beside a word; `alert` when it waits for a person. */
export const CountBadge = ({ children, alert = false }: { children: ReactNode; alert?: boolean }) => (
  <span className={alert ? 'count count--alert' : 'count'}>{children}</span>
)

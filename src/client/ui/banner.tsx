import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'

const icons = { info: 'info', success: 'circle-check', warning: 'triangle-alert', error: 'circle-alert' } as const

interface BannerProps {
  kind?: 'info' | 'success' | 'warning' | 'error'
  icon?: IconName
  /** `alert` announces a message that is no error. */
  role?: 'alert'
  /** A link or button at the end. */
  action?: ReactNode
  children: ReactNode
}

/** A message about the whole page or form. Screen readers announce an error immediately. */
export const Banner = ({ kind = 'info', icon = icons[kind], role, action, children }: BannerProps) => (
  <div className={kind === 'info' ? 'banner' : `banner banner--${kind}`} role={kind === 'error' ? 'alert' : role}>
    <Icon name={icon} />
    <span>{children}</span>
    {action && <span className="end">{action}</span>}
  </div>
)

import { Fragment, type ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Parts } from '#client/ui/parts.tsx'

/** Names and values in two columns; omits items without a value. */
export const DescriptionList = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="description-list">
    {items
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)

interface PanelItemProps {
  icon: IconName
  title: ReactNode
  /** The line below the title; ` · ` separates its parts. */
  meta?: ReactNode
  /** On the right: an amount and its details. */
  end?: ReactNode
  /** Whether it needs the user's attention. */
  attention?: boolean
  children?: ReactNode
}

/** One object inside a panel, such as a payment or a shipment. */
export const PanelItem = ({ icon, title, meta, end, attention = false, children }: PanelItemProps) => (
  <div className={attention ? 'panel-item panel-item--attention' : 'panel-item'}>
    <Icon name={icon} />
    <div className="grow">
      <p className="strong">{title}</p>
      {meta && (
        <p className="xs dimmed num">
          <Parts>{meta}</Parts>
        </p>
      )}
      {children}
    </div>
    {end && <div className="record__end">{end}</div>}
  </div>
)

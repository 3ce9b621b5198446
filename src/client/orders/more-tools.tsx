import { useMessages } from '#client/app/page-context.tsx'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'

interface MoreToolsProps {
  tools: readonly { icon: IconName; label: string; href: string }[]
  /** The menu closes when this changes. */
  closedBy: string
}

/** The menu of the buttons above the list of orders that do not fit. */
export const MoreTools = ({ tools, closedBy }: MoreToolsProps) => (
  <ActionMenu label={useMessages().orders.more} closedBy={closedBy} below>
    {tools.map(({ icon, label, href }) => (
      <li key={icon}>
        <a className="menu__item" href={href} data-scroll="keep">
          <Icon name={icon} />
          {label}
        </a>
      </li>
    ))}
  </ActionMenu>
)

import { useMessages } from '#client/app/page-context.tsx'
import { useRunningJobsLabel } from '#client/jobs/use-running-jobs-label.ts'
import { useRunningJobCount } from '#client/live/use-own-jobs.ts'
import { ActionMenu } from '#client/ui/action-menu.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { formatCount } from '#shared/count.ts'

interface MoreToolsProps {
  tools: readonly { icon: IconName; label: string; href: string }[]
  /** The menu closes when this changes. */
  closedBy: string
}

/** The menu of the buttons above the list of orders that are needed least. Shows how many jobs of the user run. */
export function MoreTools({ tools, closedBy }: MoreToolsProps) {
  const { more, bulk } = useMessages().orders
  const toLabel = useRunningJobsLabel()
  const count = useRunningJobCount()
  const isRunning = (icon: IconName): boolean => icon === 'clock' && count > 0
  const hasRunning = tools.some(({ icon }) => isRunning(icon))
  return (
    <ActionMenu label={hasRunning ? `${more}: ${toLabel(bulk.jobs)}` : more} closedBy={closedBy} below>
      {tools.map(({ icon, label, href }) => (
        <li key={icon}>
          <a
            className="menu__item"
            href={href}
            data-scroll="keep"
            aria-label={isRunning(icon) ? toLabel(label) : undefined}
            data-count={isRunning(icon) ? formatCount(count) : undefined}
          >
            <Icon name={icon} />
            {label}
          </a>
        </li>
      ))}
    </ActionMenu>
  )
}

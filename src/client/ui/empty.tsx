import { FinanceName } from '#client/app/finance-name.tsx'
import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useMissingPermission } from '#client/app/use-permission-names.ts'
import type { Permission } from '#shared/permissions.ts'

interface EmptyProps {
  icon: IconName
  title: ReactNode
  /** The error message of a field; screen readers announce it immediately. */
  errorId?: string
  /** One or two sentences: what appears here and how to add it, or which filter to remove. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  /** Below the buttons. */
  note?: ReactNode
}

/** The empty state of a page, list or card. */
export const Empty = ({ icon, title, errorId, children, actions, note }: EmptyProps) => (
  <div className="empty" id={errorId} role={errorId === undefined ? undefined : 'alert'}>
    <Icon name={icon} />
    <h2 data-summary>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className="row">{actions}</div>}
    {note && <p className="empty__line">{note}</p>}
  </div>
)

/** Names the missing permission and the roles that have it; `title` says what the user cannot see. */
export function MissingPermission({ permission, title }: { permission: Permission; title: string }) {
  const sentence = useMissingPermission()(permission)
  return (
    <Empty icon="lock" title={<FinanceName text={title} />}>
      <FinanceName text={sentence} />
    </Empty>
  )
}

/** The same in place of a part of a page; `subject` names the part where no heading does. */
export function MissingPermissionNote({ permission, subject }: { permission: Permission; subject?: string }) {
  const sentence = useMissingPermission()(permission)
  return (
    <p className="why">
      <Icon name="lock" />
      <span>
        {subject !== undefined && <b className="why__subject">{subject}</b>}
        <FinanceName text={sentence} />
      </span>
    </p>
  )
}

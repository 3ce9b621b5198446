import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { rolesWithPermission, type Permission } from '#shared/permissions.ts'

interface EmptyProps {
  icon: IconName
  title: string
  /** One or two sentences: what appears here and how to add it, or which filter to remove. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** The empty state of a page, list or card. */
export const Empty = ({ icon, title, children, actions }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className="row">{actions}</div>}
  </div>
)

/** Names the missing permission and the roles that have it; `title` says what the user cannot see. */
export function MissingPermission({ permission, title }: { permission: Permission; title: string }) {
  const { common, staff } = useMessages()
  const roles = rolesWithPermission(permission).map((role) => common.roles[role])
  return (
    <Empty icon="lock" title={title}>
      {common.permissionRequired(staff.permissions[permission], common.list(roles))}
    </Empty>
  )
}

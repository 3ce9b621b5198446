import type { ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { rolesWithPermission, type Permission } from '#shared/permissions.ts'

interface EmptyProps {
  icon: IconName
  title: string
  /** One or two sentences: what comes here and how, or which filter to drop. */
  children?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** What stands where there is nothing to show. */
export const Empty = ({ icon, title, children, actions }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className="row">{actions}</div>}
  </div>
)

/** Says which right is missing and who holds it; `title` says what one may not see. */
export function MissingPermission({ permission, title }: { permission: Permission; title: string }) {
  const { common, staff } = useMessages()
  const roles = rolesWithPermission(permission).map((role) => common.roles[role])
  return (
    <Empty icon="lock" title={title}>
      {common.permissionRequired(staff.permissions[permission], common.list(roles))}
    </Empty>
  )
}

import { usePermission } from '#client/app/page-context.tsx'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import { auditLog } from '#shared/events/audit-log.ts'
import type { EventView } from '#shared/events/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { href } from '#shared/routes/pages.ts'

const eventIcons: Partial<Record<EventAction, IconName>> = {
  'order.shipped': 'truck',
  'orders.imported': 'upload',
  'users.imported': 'upload',
  'user.approved': 'user-check',
  'user.rejected': 'x',
  'user.reopened': 'rotate-ccw',
  'user.suspended': 'ban',
  'user.restored': 'rotate-ccw',
  'user.role_changed': 'user-check',
  'user.archived': 'archive',
  'user.unarchived': 'rotate-ccw',
  'user.added': 'user-plus',
  'user.registered': 'user-plus',
  'user.provisioned': 'user-plus',
  'user.logged_in': 'circle-dot',
  'user.login_failed': 'lock',
  'user.password_changed': 'lock',
  'user.password_reset': 'lock',
  'user.reset_link_created': 'lock',
}

/** The newest events of an account; sentences leave the account itself out. */
export function UserActivity({ userId, events }: { userId: string; events: readonly EventView[] }) {
  const { staff } = useStaffMessages()
  const canSeeAll = usePermission(auditLog.permission)
  return (
    <PanelSection title={staff.recentActivity}>
      {events.length === 0 ? (
        <p className="sm muted">{staff.noRecentActivity}</p>
      ) : (
        <Timeline>
          {events.map((event) => (
            <TimelineItem key={event.id} icon={eventIcons[event.action] ?? 'circle'} at={event.at}>
              <EventSentence event={event} omitObject={event.objectId === userId} />
            </TimelineItem>
          ))}
        </Timeline>
      )}
      {canSeeAll && (
        <p className="sm">
          <a className="link" href={href('users', { tab: 'audit', actor: userId })}>
            {staff.auditLog.allByUser}
          </a>
        </p>
      )}
    </PanelSection>
  )
}

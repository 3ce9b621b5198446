import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import type { EventAction, EventView } from '#shared/events/views.ts'

const eventIcons: Partial<Record<EventAction, IconName>> = {
  'order.shipped': 'truck',
  'orders.imported': 'upload',
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
  'user.logged_in': 'circle-dot',
  'user.login_failed': 'lock',
  'user.password_changed': 'lock',
  'user.password_reset': 'lock',
  'user.reset_link_created': 'lock',
}

/** The newest events of an account; sentences leave the account itself out. */
export function UserActivity({ userId, events }: { userId: string; events: readonly EventView[] }) {
  const { staff } = useStaffMessages()
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
    </PanelSection>
  )
}

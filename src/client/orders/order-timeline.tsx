import { EventSentence } from '#client/events/event-sentence.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import type { EventAction, EventView } from '#shared/events/views.ts'

const eventIcons: Partial<Record<EventAction, IconName>> = {
  'order.imported': 'upload',
  'order.shipped': 'truck',
}

/** The events of an order, newest first. */
export function OrderTimeline({ events }: { events: readonly EventView[] }) {
  const words = useMessages().orders.order
  if (events.length === 0) return null
  return (
    <PanelSection title={words.timeline}>
      <Timeline>
        {events.map((event) => (
          <TimelineItem key={event.id} icon={eventIcons[event.action] ?? 'circle'} at={event.at}>
            <EventSentence event={event} omitObject />
          </TimelineItem>
        ))}
      </Timeline>
    </PanelSection>
  )
}

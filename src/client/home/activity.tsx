import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { useSession } from '#client/app/page-context.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Card } from '#client/ui/card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { RecentTime } from '#client/ui/time.tsx'
import type { EventView } from '#shared/events/views.ts'

/** Recent activity, newest first: who did what, and when. */
export function Activity({ events }: { events: readonly EventView[] }) {
  const home = useHomeMessages()
  const { user } = useSession()
  return (
    <Card title={home.activity} flush>
      {events.length === 0 ? (
        <p className="feed__item feed__item--bare muted">{home.noActivity}</p>
      ) : (
        <ol className="feed">
          {events.map((event) => (
            <li className="feed__item" key={event.id}>
              {event.actor === null ? (
                <span className="avatar" aria-hidden="true">
                  <Icon name={event.objectType === 'user' ? 'user' : 'package'} size="sm" />
                </span>
              ) : (
                <Avatar name={event.actor} isCurrentUser={event.actor === user?.name} />
              )}
              <span>
                <EventSentence event={event} />
              </span>
              <RecentTime at={event.at} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useRef } from 'react'
import { useOpenOrder } from '#client/live/open-order.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Time, useTimeFormat } from '#client/ui/time.tsx'
import { getTooltipProps } from '#client/ui/tooltip.tsx'
import { useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import type { OrderViewer } from '#shared/live/views.ts'

/** The presence in the bar of the panel: the last person who changed the order, and others who have it open. */
export function OrderPresence({ number }: { number: string }) {
  const { viewers, change } = useOpenOrder(number)
  const words = useOrderMessages().orders.live
  const formatTime = useTimeFormat()
  return (
    <>
      <span className="presence-change" role="status">
        {change && (
          <span>
            {change.isShown
              ? words.updated(change.by, change.isRecent ? words.justNow : words.at(formatTime(change.at)))
              : words.changed(change.by)}
          </span>
        )}
        {change && !change.isShown && (
          <button type="button" className="link" onClick={() => void revalidate()}>
            {words.show}
          </button>
        )}
      </span>
      {viewers.length > 0 && <Viewers viewers={viewers} />}
    </>
  )
}

const maximumAvatars = 3

function Viewers({ viewers }: { viewers: readonly OrderViewer[] }) {
  const words = useOrderMessages().orders.live
  const details = useRef<HTMLDetailsElement>(null)
  useDismissDetails(details, true)
  const names = viewers.map(({ name }) => name).join(', ')
  const more = viewers.length - maximumAvatars
  return (
    <details className="presence" ref={details}>
      <summary className="btn btn--ghost btn--sm" {...getTooltipProps(`${words.viewers}: ${names}`)}>
        <span className="sr-only">{`${words.viewers}: ${names}`}</span>
        {viewers.slice(0, maximumAvatars).map(({ name }, index) => (
          <Avatar key={index} name={name} />
        ))}
        {more > 0 && (
          <span className="avatar" aria-hidden="true">
            +{more}
          </span>
        )}
      </summary>
      <ul className="menu">
        {viewers.map(({ name, since }, index) => (
          <li key={index}>
            <b>{name}</b>{' '}
            <span className="dimmed">
              {words.since} <Time at={since} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

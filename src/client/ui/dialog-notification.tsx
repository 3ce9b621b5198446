import { useNotifications } from '#client/ui/notifications.tsx'
import { useState } from 'react'

/**
 * Announces the notifications that appear while the dialog around it is open, for screen readers: the list of notifications is outside of
 * the dialog, where nothing is read.
 */
export function DialogNotification() {
  const list = useNotifications()
  const [lastBefore] = useState(() => list.at(-1)?.id ?? 0)
  const latest = list.findLast(({ id }) => id > lastBefore)
  return (
    <p className="sr-only" role="status">
      {latest && [latest.title, latest.description].filter(Boolean).join(' ')}
    </p>
  )
}

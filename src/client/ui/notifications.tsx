import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { createNotifications, type Notification, type NotificationInput } from '#client/ui/notification-store.ts'

const store = createNotifications()
const none: readonly Notification[] = []

/** Shows a notification that needs no decision. For a success, keep it short: `{title: 'Shipped', description: number}`. */
export const notify = (input: NotificationInput): void => void store.add(input)

/** Those that are shown now, oldest first. */
export const useNotifications = (): readonly Notification[] =>
  useSyncExternalStore(store.subscribe, store.list, () => none)

export interface NotificationListProps {
  list: readonly Notification[]
  close: (id: number) => void
}

/** Renders the notifications, bottom right. Loads their code with the first one. */
export function Notifications() {
  const list = useNotifications()
  const [List, setList] = useState<ComponentType<NotificationListProps> | null>(null)
  const isNeeded = list.length > 0
  useEffect(() => {
    if (isNeeded)
      void import('#client/ui/notification-list.tsx').then(({ NotificationList }) => setList(() => NotificationList))
  }, [isNeeded])
  return List && <List list={list} close={store.close} />
}

import { createListeners } from '#client/browser/listeners.ts'
import { notification } from '#shared/constants.ts'

export interface NotificationInput {
  /** Short, one word if possible: "Shipped". */
  title: string
  description?: string | undefined
  kind?: 'success' | 'error' | 'info' | 'warning' | undefined
  /** A follow-up action, such as "Undo". */
  action?: { label: string; run: () => void } | undefined
}

export interface Notification extends NotificationInput {
  id: number
  open: boolean
}

/** The notifications of this page, oldest first: at most five; a closed one is removed after 200 ms. */
export function createNotifications(
  setTimer: (callback: () => void, ms: number) => void = (callback, ms) => setTimeout(callback, ms),
) {
  let list: readonly Notification[] = []
  let lastId = 0
  const { subscribe, notify } = createListeners()
  const change = (next: readonly Notification[]): void => {
    list = next
    notify()
  }
  return {
    list: (): readonly Notification[] => list,
    subscribe,
    /** Shows a notification and returns its id for `close`. */
    add(input: NotificationInput): number {
      const id = ++lastId
      change([...list, { ...input, id, open: true }].slice(-notification.maximum))
      return id
    },
    close(id: number): void {
      if (!list.some((entry) => entry.id === id && entry.open)) return
      change(list.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
      setTimer(() => change(list.filter((entry) => entry.id !== id)), notification.removeDelayMs)
    },
  }
}

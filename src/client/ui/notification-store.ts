import { notification } from '#shared/constants.ts'

export interface NotificationInput {
  /** One word and an object: "Shipped". */
  title: string
  description?: string | undefined
  kind?: 'success' | 'error' | 'info' | 'warning' | undefined
  /** One thing to do about it. */
  action?: { label: string; run: () => void } | undefined
}

export interface Notification extends NotificationInput {
  id: number
  open: boolean
}

/** The notifications of this page, oldest first: at most five; a closed one is removed after 200 ms. */
export function createNotifications(after: (run: () => void, ms: number) => void = (run, ms) => setTimeout(run, ms)) {
  let list: readonly Notification[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly Notification[]): void => {
    list = next
    for (const listener of listeners) listener()
  }
  return {
    list: (): readonly Notification[] => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows one; its id is given back for `close`. */
    add(input: NotificationInput): number {
      const id = ++lastId
      change([...list, { ...input, id, open: true }].slice(-notification.maximum))
      return id
    },
    close(id: number): void {
      if (!list.some((one) => one.id === id && one.open)) return
      change(list.map((one) => (one.id === id ? { ...one, open: false } : one)))
      after(() => change(list.filter((one) => one.id !== id)), notification.removeDelayMs)
    },
  }
}

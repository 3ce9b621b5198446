import type { OrderViewer } from '#shared/live/views.ts'

/** One page with an order open, on any server. */
export interface ViewerEntry {
  id: string
  order: string
  user: { id: string; name: string }
  /** When it opened the order, epoch ms. */
  since: number
}

/** A server that was killed does not remove its entries: they expire this long after it last repeated them. */
const lifetimeMs = 10_000

/** Who has which order open. `elapsed` counts ms and never jumps. */
export function createViewers(elapsed: () => number) {
  const entries = new Map<string, { entry: ViewerEntry; expiresAt: number }>()

  return {
    /** Adds an entry, or keeps it for another while; returns whether it is new. */
    put(entry: ViewerEntry): boolean {
      const isNew = !entries.has(entry.id)
      entries.set(entry.id, { entry, expiresAt: elapsed() + lifetimeMs })
      return isNew
    },
    /** Returns the order that was open. */
    remove(id: string): string | undefined {
      const order = entries.get(id)?.entry.order
      entries.delete(id)
      return order
    },
    /** Removes what was not repeated; returns the orders. */
    expire(): Set<string> {
      const expired = [...entries.values()].filter(({ expiresAt }) => expiresAt <= elapsed())
      for (const { entry } of expired) entries.delete(entry.id)
      return new Set(expired.map(({ entry }) => entry.order))
    },
    /** Everyone but this user, each once, first come first. */
    list(order: string, exceptUserId: string): OrderViewer[] {
      const byUser = new Map<string, OrderViewer>()
      for (const { entry } of entries.values()) {
        const { user, since } = entry
        if (entry.order !== order || user.id === exceptUserId) continue
        const known = byUser.get(user.id)
        byUser.set(user.id, { name: user.name, since: Math.min(since, known?.since ?? since) })
      }
      return [...byUser.values()].toSorted((a, b) => a.since - b.since || (a.name < b.name ? -1 : 1))
    },
    isEmpty: (): boolean => entries.size === 0,
  }
}

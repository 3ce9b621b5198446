import { createListeners } from '#client/browser/listeners.ts'

/** Which navigation is pending, how to try again after there was no answer, and the title of the page that was opened last or what has changed within a page. */
export const navigationStatus = createNavigationStatus()

/** The URLs of the shown page and of the one that is loading. */
export interface PendingNavigation {
  from: URL
  to: URL
}

/** What is announced to screen readers when a navigation ends, empty for nothing; and how to try again when there was no answer. */
interface Announcement {
  openedTitle: string
  change: string
  retry: (() => unknown) | null
}

function createNavigationStatus() {
  const nothing: Announcement = { openedTitle: '', change: '', retry: null }
  let status: Announcement & { pending: PendingNavigation | null } = { pending: null, ...nothing }
  let lastStarted = 0
  const { subscribe, notify } = createListeners()
  const update = (next: typeof status): void => {
    status = next
    notify()
  }
  return {
    get: (): typeof status => status,
    subscribe,
    /** Marks a navigation as pending. Call the returned function with what to announce. */
    start(pending: PendingNavigation): (announcement: Partial<Announcement>) => void {
      const id = ++lastStarted
      update({ ...nothing, pending, retry: status.retry })
      return (announcement) => {
        if (id === lastStarted) update({ pending: null, ...nothing, ...announcement })
      }
    },
    /** Says that there was no answer, or null that there are answers again. */
    setRetry(retry: Announcement['retry']): void {
      if (retry !== status.retry) update({ ...status, retry })
    },
  }
}

import { createListeners } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What the check needs of the page; tests provide their own. */
interface Deps {
  snapshot: () => { session: SessionView }
  /** Asks the server for the session of the browser, without changing that of the page. */
  peek: () => Promise<SessionView>
  reload: () => void
}

/** Two users of one page: the one it was loaded for, and the one who is logged in now. */
export interface UserChange {
  before: SessionUser
  now: SessionUser
}

/** Detects that another user has logged in, in another tab of this browser; `UserChangedDialog` says so. */
export function createUserChangeCheck({ snapshot, peek, reload }: Deps) {
  let change: UserChange | null = null
  let pending: Promise<void> | undefined
  const { subscribe, notify } = createListeners()

  function show(next: UserChange | null): void {
    change = next
    notify()
  }

  async function compare(): Promise<void> {
    const { user: before, viewedBy } = snapshot().session
    // Ignores failures; the next call notices a session that has ended.
    const { user: now } = before ? await peek().catch((): SessionView => ({})) : {}
    if (!before || !now || now.id === before.id) return
    // The end of a view as another user: nothing that was typed in it could be sent.
    if (viewedBy) reload()
    else show({ before, now })
  }

  return {
    /** The change to show, or null. */
    change: (): UserChange | null => change,
    subscribe,
    /** Compares the user of the page with that of the browser, once for concurrent calls. Never rejects. */
    check(): Promise<void> {
      pending ??= compare().finally(() => (pending = undefined))
      return pending
    },
    /** Closes the dialog; the page stays as it is. */
    dismiss: (): void => show(null),
  }
}

/** The check of this page. */
export const userChange = createUserChangeCheck({ ...session, reload: () => location.reload() })

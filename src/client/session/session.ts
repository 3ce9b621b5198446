import { call } from '#client/api/call.ts'
import { createListeners } from '#client/browser/listeners.ts'
import { hardNavigate } from '#client/navigation/router.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** The server calls of the session; tests pass their own. */
interface SessionApi {
  /** Fetches the session without retrying. */
  fetchSession: () => Promise<SessionView>
  deleteSession: () => Promise<unknown>
  /** Navigates after logging out. */
  redirectTo: (url: string) => void
}

export interface SessionSnapshot {
  session: SessionView
  /** False until the first fetch has finished or failed; true from the start when the page contains the session. */
  ready: boolean
}

/** Holds the session: as the page contained it, or as it was last fetched. */
export function createSession({ fetchSession, deleteSession, redirectTo }: SessionApi) {
  let snapshot: SessionSnapshot = { session: {}, ready: false }
  const { subscribe, notify } = createListeners<[SessionSnapshot]>()

  function update(session: SessionView): void {
    snapshot = { session, ready: true }
    notify(snapshot)
  }

  return {
    snapshot: (): SessionSnapshot => snapshot,
    loggedIn: (): boolean => Boolean(snapshot.session.user),
    /** Stores the session of a page's payload. Does not notify subscribers: the page renders it itself. */
    setSession(session: SessionView): void {
      snapshot = { session, ready: true }
    },
    /** Fetches the session again; a failure counts as no session. Never rejects. */
    async refresh(): Promise<void> {
      update(await fetchSession().catch((): SessionView => ({})))
    },
    /** The session as the server knows it now, which may be another one than the page's. Rejects when the server call fails. */
    peek: fetchSession,
    /** Ends the session and opens the login page. Rejects without changing anything when the server call fails. */
    async logOut(): Promise<void> {
      await deleteSession()
      update({})
      redirectTo('/login')
    },
    /** Notifies the listener when the session has been fetched again or ended; returns a function that unsubscribes it. */
    subscribe,
  }
}

/** The session of this page. */
export const session = createSession({
  fetchSession: () => call('getSession', {}),
  deleteSession: () => call('logout', {}),
  redirectTo: hardNavigate,
})

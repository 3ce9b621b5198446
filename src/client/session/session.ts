import { call } from '#client/api/call.ts'
import { hardNavigate } from '#client/navigation/router.ts'
import type { SessionView } from '#shared/staff/views.ts'

/** What the session needs of the server; tests give their own. */
interface SessionApi {
  /** Once, without retry. */
  fetchSession: () => Promise<SessionView>
  deleteSession: () => Promise<unknown>
  /** Where a visitor goes after logging out. */
  redirectTo: (address: string) => void
}

export interface SessionSnapshot {
  session: SessionView
  /** False until the first fetch ended, also when it failed; true at once where the page brought the session. */
  ready: boolean
}

/** The session of this visitor, as the page brought it or as it was last fetched. */
export function createSession({ fetchSession, deleteSession, redirectTo }: SessionApi) {
  let snapshot: SessionSnapshot = { session: {}, ready: false }
  const listeners = new Set<(snapshot: SessionSnapshot) => void>()

  function update(session: SessionView): void {
    snapshot = { session, ready: true }
    for (const listener of listeners) listener(snapshot)
  }

  return {
    snapshot: (): SessionSnapshot => snapshot,
    loggedIn: (): boolean => Boolean(snapshot.session.user),
    /** Takes over what the server sent with a screen; the screen itself brings it to the components. */
    setSession(session: SessionView): void {
      snapshot = { session, ready: true }
    },
    /** Asks the server again; any failure means that there is no session. Never rejects. */
    async refresh(): Promise<void> {
      update(await fetchSession().catch((): SessionView => ({})))
    },
    /** Ends the session, then goes to the log-in page; rejects and leaves everything as it is when the server did not end it. */
    async logOut(): Promise<void> {
      await deleteSession()
      update({})
      redirectTo('/login')
    },
    /** Told when the session was fetched again or ended. */
    subscribe(listener: (snapshot: SessionSnapshot) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The session of this page. */
export const session = createSession({
  fetchSession: () => call('getSession', {}),
  deleteSession: () => call('logout', {}),
  redirectTo: hardNavigate,
})

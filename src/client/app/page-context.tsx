import { createContext, useContext } from 'react'
import { roleHasPermission, type Permission } from '#shared/permissions.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { InitialState } from '#shared/page-state.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What every component of a screen may ask for. */
export interface PageContext extends Pick<
  InitialState,
  'locale' | 'book' | 'session' | 'url' | 'buildId' | 'registration'
> {
  /** The server's clock when it gave the screen, ms: what "today" means on it. */
  now: number
  /** False only while the session of a page that the server did not render is still being asked for. */
  sessionReady: boolean
}

const DocumentContext = createContext<{ pageContext: PageContext; messages: Messages } | null>(null)
export const DocumentContextProvider = DocumentContext.Provider

function useDocumentContext(): { pageContext: PageContext; messages: Messages } {
  const value = useContext(DocumentContext)
  if (!value) throw new Error('A component stands outside of the document')
  return value
}

/** The screen that is shown: language, book, session, address, and the time it was made. */
export const usePageContext = (): PageContext => useDocumentContext().pageContext

/** Every word of the reader's language. */
export const useMessages = (): Messages => useDocumentContext().messages

/** The session as components read it: `user` is null and `loggedIn` false for a visitor. */
export interface SessionState {
  session: SessionView
  user: SessionUser | null
  loggedIn: boolean
  ready: boolean
}

/** Whether somebody is logged in, and who. */
export function useSession(): SessionState {
  const { session, sessionReady } = usePageContext()
  const user = session.user ?? null
  return { session, user, loggedIn: Boolean(user), ready: sessionReady }
}

/** Whether the reader's role holds the right. The server asks again: this only decides what is shown. */
export const usePermission = (permission: Permission): boolean => roleHasPermission(useSession().user?.role, permission)

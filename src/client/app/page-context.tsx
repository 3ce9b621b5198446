import { createContext, useContext } from 'react'
import { roleHasPermission, type Permission } from '#shared/permissions.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { InitialState } from '#shared/page-state.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What every component can read about the current page. */
export interface PageContext extends Pick<
  InitialState,
  'locale' | 'book' | 'session' | 'url' | 'buildId' | 'registration'
> {
  /** The server's time when it answered, epoch ms: decides what "today" is on the page. */
  now: number
  /** False only while the session is being fetched, on a page that did not contain it. */
  sessionReady: boolean
}

const DocumentContext = createContext<{ pageContext: PageContext; messages: Messages } | null>(null)
export const DocumentContextProvider = DocumentContext.Provider

function useDocumentContext(): { pageContext: PageContext; messages: Messages } {
  const value = useContext(DocumentContext)
  if (!value) throw new Error('A component is rendered outside of the document')
  return value
}

/** The current page's language, book, session, URL and time. */
export const usePageContext = (): PageContext => useDocumentContext().pageContext

/** All messages in the user's language. */
export const useMessages = (): Messages => useDocumentContext().messages

/** The session as components read it: for a guest `user` is null and `loggedIn` false. */
export interface SessionState {
  session: SessionView
  user: SessionUser | null
  loggedIn: boolean
  ready: boolean
}

/** The session of the current user. */
export function useSession(): SessionState {
  const { session, sessionReady } = usePageContext()
  const user = session.user ?? null
  return { session, user, loggedIn: Boolean(user), ready: sessionReady }
}

/** Whether the user's role has the permission. Only decides what is shown: the server checks again. */
export const usePermission = (permission: Permission): boolean => roleHasPermission(useSession().user?.role, permission)

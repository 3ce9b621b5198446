import { createContext, useContext } from 'react'
import { roleHasPermission, type Permission } from '#shared/permissions.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { Boot } from '#shared/screen.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What every component of a screen may ask for. */
export interface ScreenState extends Pick<
  Boot,
  'locale' | 'book' | 'session' | 'address' | 'buildId' | 'registration'
> {
  /** The server's clock when it gave the screen, ms: what "today" means on it. */
  now: number
  /** False only while the session of a page that the server did not render is still being asked for. */
  sessionReady: boolean
}

const ScreenContext = createContext<{ screen: ScreenState; messages: Messages } | null>(null)
export const ScreenProvider = ScreenContext.Provider

function useScreenContext(): { screen: ScreenState; messages: Messages } {
  const value = useContext(ScreenContext)
  if (!value) throw new Error('A component stands outside of the document')
  return value
}

/** The screen that is shown: language, book, session, address, and the time it was made. */
export const useScreen = (): ScreenState => useScreenContext().screen

/** Every word of the reader's language. */
export const useMessages = (): Messages => useScreenContext().messages

/** The session as components read it: `user` is null and `loggedIn` false for a visitor. */
export interface SessionState {
  session: SessionView
  user: SessionUser | null
  loggedIn: boolean
  ready: boolean
}

/** Whether somebody is logged in, and who. */
export function useSession(): SessionState {
  const { session, sessionReady } = useScreen()
  const user = session.user ?? null
  return { session, user, loggedIn: Boolean(user), ready: sessionReady }
}

/** Whether the reader's role holds the right. The server asks again: this only decides what is shown. */
export const usePermission = (permission: Permission): boolean => roleHasPermission(useSession().user?.role, permission)

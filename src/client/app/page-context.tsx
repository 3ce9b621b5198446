import { createContext, type ReactElement, useContext } from 'react'
import { findRole, isBuiltInRole, type Permission, type Role, roleHasPermission } from '#shared/permissions.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { InitialState } from '#shared/page-state.ts'
import { isTimeZone } from '#shared/time.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What every component can read about the current page. */
export interface PageContext extends Pick<
  InitialState,
  | 'locale'
  | 'book'
  | 'session'
  | 'ownRoles'
  | 'startHrefs'
  | 'navigationCounts'
  | 'url'
  | 'buildId'
  | 'registration'
  | 'loginProvider'
> {
  /** The server's time when it answered, epoch ms: decides what "today" is on the page. */
  now: number
  /** False only while the session is being fetched, on a page that did not contain it. */
  sessionReady: boolean
}

interface DocumentContextValue {
  pageContext: PageContext
  messages: Messages
  /** Set only by the server. */
  markupCache?: MarkupCache | undefined
  /** Set only by the server. */
  rowCache?: RowCache | undefined
}

/** Finds the markup of a part that was kept under a key, or renders and keeps it: first for who sees the page, then for each part (`CachedMarkup`). */
export type MarkupCache = (viewer: string) => (part: object, key: string, render: () => ReactElement) => string

/**
 * Finds the markup of a row that was kept, or renders and keeps it: first for what rows have in common, then for each row by its key, as long as
 * the row and its phase are the same (`ListRows`).
 */
export type RowCache = (
  shared: string,
) => (key: string | number, row: object, phase: string, render: () => string) => string

const DocumentContext = createContext<DocumentContextValue | null>(null)
export const DocumentContextProvider = DocumentContext.Provider

/** What every component can read about the document; most need one of the hooks below. */
export function useDocumentContext(): DocumentContextValue {
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

/** The time zone in which times are shown: that of the user, or of the books, also where the browser does not know the former. */
export function useTimeZone(): string {
  const { book } = usePageContext()
  const own = useSession().user?.timeZone
  return own !== undefined && isTimeZone(own) ? own : book.timeZone
}

/** Whether the user's role has the permission. Only decides what is shown: the server checks again. */
export const usePermission = (permission: Permission): boolean => roleHasPermission(useCurrentRole(), permission)

/** The role of the current user; `undefined` for a guest. */
export function useCurrentRole(): Role | undefined {
  const { ownRoles } = usePageContext()
  return findRole(useSession().user?.role, ownRoles)
}

/** Returns the name of a role, by its id: built-in ones in the user's language, those of the company as they were typed. */
export function useRoleName(): (id: string) => string {
  const { common } = useMessages()
  const { ownRoles } = usePageContext()
  return (id) => (isBuiltInRole(id) ? common.roles[id] : (ownRoles.find((role) => role.id === id)?.name ?? id))
}

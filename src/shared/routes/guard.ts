import { findPage, type PageName, pages } from '#shared/routes/pages.ts'

/** The result of a request for a page: the page, a redirect, or not found. Used by the server and by navigation in the browser. */
export type GuardDecision = { show: PageName } | { redirect: '/login' | '/' } | { missing: string }

/** Decides by the page that `path` resolves to, not by its spelling; `path` is still encoded. */
export function guard(path: string, isLoggedIn: boolean): GuardDecision {
  const page = findPage(path)
  const isGuestPage = page !== undefined && pages[page].access === 'guest'
  if (!isLoggedIn && !isGuestPage) return { redirect: '/login' }
  if (isLoggedIn && isGuestPage) return { redirect: '/' }
  return page ? { show: page } : { missing: path }
}

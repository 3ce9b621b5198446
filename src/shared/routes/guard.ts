import { findPage, type PageName } from '#shared/routes/pages.ts'

/** What becomes of a request for a page: shown, sent elsewhere, or not found. The same on the server and for every click. */
export type GuardDecision = { show: PageName } | { redirect: '/login' | '/' } | { missing: string }

/** Decides by the page that a path *is*, whatever its spelling; `path` as it stands in the address, still encoded. */
export function guard(path: string, isLoggedIn: boolean): GuardDecision {
  const page = findPage(path)
  const isGuestPage = page === 'login' || page === 'register'
  if (!isLoggedIn && !isGuestPage) return { redirect: '/login' }
  if (isLoggedIn && isGuestPage) return { redirect: '/' }
  return page ? { show: page } : { missing: path }
}

import { findPage, type PageName } from '#shared/routes/pages.ts'

/** What becomes of a request for a page: shown, sent elsewhere, or not found. The same on the server and for every click. */
export type Decision = { show: PageName } | { redirect: '/login' | '/' } | { missing: string }

/** Decides by the page that a path *is*, whatever its spelling; `path` as it stands in the address, still encoded. */
export function decide(path: string, loggedIn: boolean): Decision {
  const page = findPage(path)
  const open = page === 'login' || page === 'register'
  if (!loggedIn && !open) return { redirect: '/login' }
  if (loggedIn && open) return { redirect: '/' }
  return page ? { show: page } : { missing: path }
}

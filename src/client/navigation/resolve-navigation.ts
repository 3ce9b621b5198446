import { guard } from '#shared/routes/guard.ts'
import { normalizePath, type PageName } from '#shared/routes/pages.ts'
import { findRedirect, type Redirect } from '#shared/routes/redirects.ts'

/** The target of a navigation. */
export type ResolvedNavigation =
  /** Not a page of this app (API, file): the browser loads it. */
  | { kind: 'document' }
  /** The redirect table or the guard sends it to another URL, possibly on another origin. */
  | { kind: 'redirect'; location: string }
  | { kind: 'not-found'; path: string }
  | { kind: 'page'; page: PageName }

/** Resolves a URL of this origin with the server's redirect table and guard, before anything is fetched. */
export function resolveNavigation(url: URL, isLoggedIn: boolean, redirects?: readonly Redirect[]): ResolvedNavigation {
  const path = normalizePath(url.pathname)
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/oidc/') || /\.\w+$/.test(path))
    return { kind: 'document' }
  const redirect = findRedirect(path, url.search, redirects)
  if (redirect) {
    const { location } = redirect
    return { kind: 'redirect', location: location.includes('#') ? location : location + url.hash }
  }
  const decision = guard(url.pathname, isLoggedIn)
  if ('redirect' in decision) return { kind: 'redirect', location: decision.redirect }
  if ('missing' in decision) return { kind: 'not-found', path: toReadableUrl(url) }
  return { kind: 'page', page: decision.show }
}

/** A URL as people read it: the path decoded, query and fragment unchanged. */
function toReadableUrl({ pathname, search, hash }: URL): string {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // A malformed escape such as "%zz" is shown unchanged.
  }
  return path + search + hash
}

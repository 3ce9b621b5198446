import { guard } from '#shared/routes/guard.ts'
import { findPage, normalizePath, pages, type PageName } from '#shared/routes/pages.ts'
import { findRedirect, type Redirect } from '#shared/routes/redirects.ts'

/** What becomes of a click. The same table and the same guard as on the server, asked before anything is fetched. */
export type ResolvedNavigation =
  /** Not ours to show: the browser loads it. */
  | { kind: 'load' }
  /** The table or the guard sends it elsewhere; may lead to another origin. */
  | { kind: 'elsewhere'; location: string }
  | { kind: 'missing'; path: string }
  | { kind: 'show'; page: PageName }

/** Decides for a destination on this origin. */
export function resolveNavigation(url: URL, loggedIn: boolean, redirects?: readonly Redirect[]): ResolvedNavigation {
  const path = normalizePath(url.pathname)
  if (path === '/api' || path.startsWith('/api/') || /\.\w+$/.test(path)) return { kind: 'load' }
  const redirect = findRedirect(path, url.search, redirects)
  if (redirect) {
    const { location } = redirect
    return { kind: 'elsewhere', location: location.includes('#') ? location : location + url.hash }
  }
  const decision = guard(url.pathname, loggedIn)
  if ('redirect' in decision) return { kind: 'elsewhere', location: decision.redirect }
  if ('missing' in decision) return { kind: 'missing', path: toReadableUrl(url) }
  return { kind: 'show', page: decision.show }
}

/** Whether only what lies beside or over the page changes: then it keeps its scroll. */
export function changesOverlayOnly(from: URL, to: URL): boolean {
  const page = findPage(to.pathname)
  if (!page || findPage(from.pathname) !== page) return false
  const baseQuery = ({ searchParams }: URL): string =>
    new URLSearchParams([...searchParams].filter(([name]) => !pages[page].overlayParams.includes(name))).toString()
  return from.search !== to.search && baseQuery(from) === baseQuery(to)
}

/** The address that a GET form means: its action with what is filled in; empty fields are left out. */
export function buildFormUrl(form: HTMLFormElement, submitter: HTMLElement | null): URL {
  const url = new URL(form.action)
  const filled = [...new FormData(form, submitter)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  url.search = new URLSearchParams(filled).toString()
  return url
}

/** An address as people read it: decoded path, query and fragment as they are. */
function toReadableUrl({ pathname, search, hash }: URL): string {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // A stray % is shown as it stands.
  }
  return path + search + hash
}

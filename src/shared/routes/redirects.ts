/** Redirects the server defines, followed before the guard on full loads and on clicks. `/**` keeps the rest of the path. */
export interface Redirect {
  from: string
  to: string
  status: 301 | 302 | 307 | 308
}

const redirects: readonly Redirect[] = [{ from: '/dashboard', to: '/', status: 308 }]

/**
 * The redirect of a path, or `undefined`. `path` is normalized (see `normalizePath`). `search` starts with `?` or is empty; it is kept,
 * appended with `&` if the target already has a query.
 */
export function findRedirect(
  path: string,
  search: string,
  table: readonly Redirect[] = redirects,
): { location: string; status: Redirect['status'] } | undefined {
  for (const { from, to, status } of table) {
    const rest = matchPath(from, path)
    if (rest === undefined) continue
    const target = to.endsWith('/**') ? to.slice(0, -3) + rest : to
    const query = target.includes('?') ? search.replace(/^\?/, '&') : search
    return { location: (target || '/') + query, status }
  }
  return undefined
}

function matchPath(from: string, path: string): string | undefined {
  if (!from.endsWith('/**')) return path === from ? '' : undefined
  const base = from.slice(0, -3)
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
}

/** Redirects the server defines, followed before the guard on full loads and on clicks. `/**` keeps the rest of the path. */
export interface Redirect {
  from: string
  to: string
  status: 301 | 302 | 307 | 308
}

export const redirects: readonly Redirect[] = [{ from: '/dashboard', to: '/', status: 308 }]

/**
 * Where a path leads by the table, or `undefined`. `path` is a normal path (see `normalPath`), `search` begins with `?` or is
 * empty and is kept, joined to a query of the target by `&`.
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

import { findPage, pages } from '#shared/routes/pages.ts'

/** A longer query is dropped, because cookies are limited in size. */
const maxQueryLength = 2000

/** Path and query of the requested page, if it can be opened after the login; else `undefined`. */
export function toReturnTo(path: string, search: string): string | undefined {
  const page = findPage(path)
  if (!page || pages[page].access === 'guest') return undefined
  const query = /^\?[\x21-\x7e]*$/.test(search) && search.length <= maxQueryLength ? search : ''
  return pages[page].path + query
}

/** Parses `returnTo` from a cookie, which may contain anything. */
export function parseReturnTo(cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined
  const [path = '', ...rest] = cookie.split('?')
  return toReturnTo(path, rest.length > 0 ? `?${rest.join('?')}` : '')
}

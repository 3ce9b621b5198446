import { findPage, pages } from '#shared/routes/pages.ts'

/** What a cookie can carry without trouble; a longer query is forgotten. */
const maxQueryLength = 2000

/** The place that a visitor asked for, as path and query, when it is a page that a log-in can lead to; else `undefined`. */
export function toReturnTo(path: string, search: string): string | undefined {
  const page = findPage(path)
  if (!page || pages[page].access === 'guest') return undefined
  const query = /^\?[\x21-\x7e]*$/.test(search) && search.length <= maxQueryLength ? search : ''
  return pages[page].path + query
}

/** The same for the text of a cookie, which may be anything. */
export function parseReturnTo(cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined
  const [path = '', ...rest] = cookie.split('?')
  return toReturnTo(path, rest.length > 0 ? `?${rest.join('?')}` : '')
}

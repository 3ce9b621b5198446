export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** A path with a query; empty, `false`, `null` and `undefined` values are left out, lists repeat their name. */
export function withQuery(path: string, query: QueryParameters): string {
  let search = ''
  for (const key in query) {
    const value = query[key]
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== null && item !== undefined && item !== '' && item !== false)
        search += `${search === '' ? '?' : '&'}${encode(key)}=${encode(String(item))}`
  }
  return path + search
}

const neverEncoded = /^[\w.-]*$/
/** As a form encodes it: a blank is `+`. Most values need no encoding, and a page has dozens of links. */
const encode = (text: string): string =>
  neverEncoded.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1)

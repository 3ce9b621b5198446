export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** A path with a query; empty, `false`, `null` and `undefined` values are left out, lists repeat their name. */
export function withQuery(path: string, query: QueryParameters): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '' && item !== false) search.append(key, String(item))
  const text = search.toString()
  return path + (text && `?${text}`)
}

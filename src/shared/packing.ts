/** Lists of like objects by their columns: what the browser starts from stands in every page, so it is kept short. */

type Packed = unknown

const key = '$columns'

/**
 * A JSON value in which every list of two or more objects with the same keys is `{"$columns": [[key, value, value, …], …]}`. A column of few
 * words is `[[key, word, word, …], index, index, …]`. No data of ours has that key with a list behind it.
 */
export function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const keys = commonKeys(value)
    return keys ? { [key]: keys.map((name) => packColumn(name, value as Record<string, unknown>[])) } : value.map(pack)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pack(inner)]))
}

function packColumn(name: string, items: readonly Record<string, unknown>[]): Packed[] {
  const values = items.map((item) => item[name])
  const words = fewWords(values)
  return words ? [[name, ...words.keys()], ...values.map((word) => words.get(word))] : [name, ...values.map(pack)]
}

/** The different words of a column with their places, when there are at most half as many as there are values, and nothing but words. */
function fewWords(values: readonly unknown[]): Map<unknown, number> | undefined {
  const most = values.length / 2
  const places = new Map<unknown, number>()
  for (const value of values) {
    if (typeof value !== 'string') return undefined
    if (places.has(value)) continue
    if (places.size + 1 > most) return undefined
    places.set(value, places.size)
  }
  return places
}

/** What `pack` was given. */
export function unpack(value: Packed): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (!isObject(value)) return value
  const columns = value[key]
  if (!Array.isArray(columns))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner)]))
  const named = (columns as [string | string[], ...unknown[]][]).map(([head, ...values]) =>
    typeof head === 'string'
      ? { name: head, values: values.map(unpack) }
      : { name: head[0] ?? '', values: values.map((place) => head[1 + Number(place)]) },
  )
  return (named[0]?.values ?? []).map((_, row) =>
    Object.fromEntries(named.map(({ name, values }) => [name, values[row]])),
  )
}

function commonKeys(items: readonly unknown[]): string[] | undefined {
  const [first, ...others] = items
  if (!isObject(first) || others.length === 0) return undefined
  const keys = Object.keys(first)
  const alike = (item: unknown): boolean =>
    isObject(item) &&
    Object.keys(item).length === keys.length &&
    keys.every((name) => Object.hasOwn(item, name) && item[name] !== undefined)
  return keys.length > 0 && alike(first) && others.every(alike) ? keys : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

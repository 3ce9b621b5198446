/** Lists of like objects by their columns: what the browser starts from stands in every page, so it is kept short. */

type Encoded = unknown

const columnsKey = '$columns'

/**
 * A JSON value in which every list of two or more objects with the same keys is `{"$columns": [[key, value, value, …], …]}`. A column of few
 * words is `[[key, word, word, …], index, index, …]`. No data of ours has that key with a list behind it.
 */
export function encodeColumns(value: unknown): Encoded {
  if (Array.isArray(value)) {
    const keys = findCommonKeys(value)
    return keys
      ? { [columnsKey]: keys.map((name) => encodeColumn(name, value as Record<string, unknown>[])) }
      : value.map(encodeColumns)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encodeColumns(inner)]))
}

function encodeColumn(name: string, items: readonly Record<string, unknown>[]): Encoded[] {
  const values = items.map((item) => item[name])
  const dictionary = buildDictionary(values)
  return dictionary
    ? [[name, ...dictionary.keys()], ...values.map((word) => dictionary.get(word))]
    : [name, ...values.map(encodeColumns)]
}

/** The different words of a column with their places, when there are at most half as many as there are values, and nothing but words. */
function buildDictionary(values: readonly unknown[]): Map<unknown, number> | undefined {
  const maxWords = values.length / 2
  const indexes = new Map<unknown, number>()
  for (const value of values) {
    if (typeof value !== 'string') return undefined
    if (indexes.has(value)) continue
    if (indexes.size + 1 > maxWords) return undefined
    indexes.set(value, indexes.size)
  }
  return indexes
}

/** What `pack` was given. */
export function decodeColumns(value: Encoded): unknown {
  if (Array.isArray(value)) return value.map(decodeColumns)
  if (!isObject(value)) return value
  const columns = value[columnsKey]
  if (!Array.isArray(columns))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, decodeColumns(inner)]))
  const named = (columns as [string | string[], ...unknown[]][]).map(([head, ...values]) =>
    typeof head === 'string'
      ? { name: head, values: values.map(decodeColumns) }
      : { name: head[0] ?? '', values: values.map((index) => head[1 + Number(index)]) },
  )
  return (named[0]?.values ?? []).map((_, row) =>
    Object.fromEntries(named.map(({ name, values }) => [name, values[row]])),
  )
}

function findCommonKeys(items: readonly unknown[]): string[] | undefined {
  const [first, ...others] = items
  if (!isObject(first) || others.length === 0) return undefined
  const keys = Object.keys(first)
  const hasSameKeys = (item: unknown): boolean =>
    isObject(item) &&
    Object.keys(item).length === keys.length &&
    keys.every((name) => Object.hasOwn(item, name) && item[name] !== undefined)
  return keys.length > 0 && hasSameKeys(first) && others.every(hasSameKeys) ? keys : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

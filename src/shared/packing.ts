/** Lists of like objects without their keys repeated: what the browser starts from stands in every page, so it is kept short. */

type Packed = unknown

const key = '$rows'

/**
 * A JSON value in which every list of two or more objects with the same keys is `{"$rows": [keys, values, values, …]}`. No data of ours has
 * that key with a list behind it.
 */
export function pack(value: unknown): Packed {
  if (Array.isArray(value)) {
    const keys = commonKeys(value)
    if (!keys) return value.map(pack)
    return { [key]: [keys, ...value.map((item) => keys.map((name) => pack((item as Record<string, unknown>)[name])))] }
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pack(inner)]))
}

/** What `pack` was given. */
export function unpack(value: Packed): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (!isObject(value)) return value
  const rows = value[key]
  if (!Array.isArray(rows))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner)]))
  const [keys, ...items] = rows as [string[], ...unknown[][]]
  return items.map((values) => Object.fromEntries(keys.map((name, index) => [name, unpack(values[index])])))
}

function commonKeys(items: readonly unknown[]): string[] | undefined {
  const [first, ...others] = items
  if (!isObject(first) || others.length === 0) return undefined
  const keys = Object.keys(first)
  const alike = (item: unknown): boolean =>
    isObject(item) &&
    Object.keys(item).length === keys.length &&
    keys.every((name) => name in item && item[name] !== undefined)
  return keys.length > 0 && alike(first) && others.every(alike) ? keys : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

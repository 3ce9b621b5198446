import { invalidInput } from '#shared/problem.ts'

/**
 * Names of form fields for nested input: `lines[0][quantity]` is `{ lines: [{ quantity }] }`, its JSON pointer is `/lines/0/quantity`.
 * The same functions read forms in the browser and on the server.
 */

/** Keys in one name: `a[b][c]` has three. */
const maxDepth = 5
/** Characters of one name. */
const maxNameLength = 200
/** Items of one list. */
const maxItems = 1000

/** The keys of a field name. A name with unmatched brackets is one key; `tags[]` ends with an empty key. */
function parseFieldName(name: string): string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === undefined) return [name]
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')]
}

/** The field name of a path: `['lines', 0, 'quantity']` → `lines[0][quantity]`. */
const toFieldName = ([first, ...rest]: readonly (string | number)[]): string =>
  `${first ?? ''}${rest.map((key) => `[${key}]`).join('')}`

/** The field that a JSON pointer (RFC 6901) refers to: `/lines/0/quantity` → `lines[0][quantity]`. */
export const pointerToFieldName = (pointer: string): string =>
  toFieldName(
    pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  )

/** The JSON pointer of a field: `lines[0][quantity]` → `/lines/0/quantity`. */
export const fieldNameToPointer = (name: string): string =>
  parseFieldName(name)
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

type Container = Record<string, unknown> | unknown[]

/**
 * Nested input from form fields in document order. A name that appears several times becomes a list. Throws `invalid-input` at the field
 * for a name that is too long or too deep, that counts a list's items out of order or beyond 1,000, or that contradicts an earlier one. The objects
 * have no prototype, so no name can reach one.
 */
export function parseFormFields(fields: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const input = Object.create(null) as Record<string, unknown>
  for (const [name, value] of fields) {
    if (name.length > maxNameLength) reject(`${name.slice(0, maxNameLength)}…`)
    const path = parseFieldName(name)
    if (path.length > maxDepth) reject(name)
    let container: Container = input
    for (const [index, key] of path.slice(0, -1).entries())
      container = openContainer(container, resolveKey(container, key, name), path[index + 1] ?? '', name)
    addValue(container, resolveKey(container, path.at(-1) ?? '', name), value)
  }
  return input
}

/** The text fields of nested input by name, to fill in a form again. Anything but text is left out. */
export function toFormFields(input: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {}
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') fields[toFieldName(path)] = value
    else if (isContainer(value)) for (const [key, item] of Object.entries(value)) collect(item, [...path, key])
  }
  collect(input, [])
  return fields
}

/** How many items of a list have fields: `lines[0][sku]` and `lines[1][sku]` are two items of `lines`. */
export function countListItems(fields: Record<string, string>, name: string): number {
  const prefix = parseFieldName(name)
  const indexes = Object.keys(fields)
    .map(parseFieldName)
    .filter((path) => prefix.every((key, index) => path[index] === key))
    .map((path) => Number(path[prefix.length]))
    .filter(Number.isInteger)
  return Math.max(-1, ...indexes) + 1
}

/** The property or index that a key means in its container; `[]` means the next item. */
function resolveKey(container: Container, key: string, name: string): string | number {
  if (!Array.isArray(container)) return key === '__proto__' ? reject(name) : key
  const index = key === '' ? container.length : isIndex(key) ? Number(key) : -1
  // An index can only continue the list, so that a short body cannot make a long list.
  return index >= 0 && index <= container.length && index < maxItems ? index : reject(name)
}

/** The container below a key, created for what the next key needs: a list for an index, else an object. */
function openContainer(container: Container, key: string | number, nextKey: string, name: string): Container {
  const parent = container as Record<string | number, unknown>
  const existing = parent[key]
  if (existing === undefined)
    return (parent[key] = nextKey === '' || isIndex(nextKey) ? [] : (Object.create(null) as Record<string, unknown>))
  return isContainer(existing) ? existing : reject(name)
}

function addValue(container: Container, key: string | number, value: unknown): void {
  const parent = container as Record<string | number, unknown>
  const existing = parent[key]
  if (existing === undefined) parent[key] = value
  else if (Array.isArray(existing)) existing.push(value)
  else parent[key] = [existing, value]
}

const isIndex = (key: string): boolean => /^(0|[1-9]\d{0,8})$/.test(key)

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof Blob)

function reject(name: string): never {
  throw invalidInput({ pointer: fieldNameToPointer(name), reason: 'invalid' })
}

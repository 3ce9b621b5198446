import { type KeyKind, SeenKeys } from '#server/imports/seen-keys.ts'
import { expect, test } from 'bun:test'

test('finds the first lines of names and ids apart, however many there are', () => {
  const seen = new SeenKeys()
  const count = 50_000
  const ids = Array.from({ length: count }, (_unused, index) => (index % 3 === 0 ? `#${index}` : `id ${index}`))
  for (const [index, id] of ids.entries()) {
    const line = index * 5 + 1
    const keys: [KeyKind, string][] = [
      ['name', `#${index}`],
      ['id', id],
    ]
    for (const [kind, key] of keys) {
      expect(seen.remember(kind, key, line)).toBeUndefined()
      expect(seen.remember(kind, key, line + 1)).toBe(line)
    }
  }
  for (const [index, id] of ids.entries()) {
    expect(seen.find('name', `#${index}`)).toBe(index * 5 + 1)
    expect(seen.find('id', id)).toBe(index * 5 + 1)
  }
  // The name of one order is the id of another.
  expect(seen.find('id', '#1')).toBeUndefined()
  seen.remember('id', '#1', 999_999)
  expect(seen.find('id', '#1')).toBe(999_999)
  expect(seen.find('name', '#1')).toBe(6)
  expect(seen.find('name', 'id 1')).toBeUndefined()
})

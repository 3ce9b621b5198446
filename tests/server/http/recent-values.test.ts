import { createRecentValues } from '#server/http/recent-values.ts'
import { expect, test } from 'bun:test'

test('what was used least recently is forgotten', () => {
  const values = createRecentValues<string>(2)
  const computed: string[] = []
  const get = (key: string): string =>
    values.getOrInsertComputed(key, () => {
      computed.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})

import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { expect, test } from 'bun:test'

test('spells Chinese names in pinyin, family names with their own reading', () => {
  expect(createNameSortKey('王芳')).toBe('wang fang')
  expect(createNameSortKey('单田芳')).toBe('shan tian fang')
  expect(createNameSortKey('沈安娜 Anna Shen')).toBe('shen an na anna shen')
})

test('ignores case, accents, width and punctuation', () => {
  expect(createNameSortKey('  Zoë  O’Brien-Kim ')).toBe('zoe o brien kim')
  expect(createNameSortKey('Ｗang 2')).toBe('wang 2')
})

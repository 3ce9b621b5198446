import { findCountryCode, listCountrySpellings, namePlace } from '#shared/countries.ts'
import { expect, test } from 'bun:test'

test('a place has the name of its country in the language of the user, in the order of that language', () => {
  const names = (place: string): string[] => [namePlace(place, 'en'), namePlace(place, 'zh')]
  expect(names('Hamburg, DE')).toEqual(['Hamburg, Germany', '德国 Hamburg'])
  expect(names('武汉, 中国')).toEqual(['武汉, China', '中国 武汉'])
  expect(names('Washington, D.C., US')).toEqual(['Washington, D.C., United States', '美国 Washington, D.C.'])
  expect(names('FR')).toEqual(['France', '法国'])
  expect(names('Paris')).toEqual(['Paris', 'Paris'])
  expect(names('Springfield, Freedonia')).toEqual(['Springfield, Freedonia', 'Freedonia Springfield'])
  expect(names('')).toEqual(['', ''])
})

test('a name means the ISO code of the country, and a replaced code the same country', () => {
  expect(['United Kingdom', '英国', 'uk', 'France', 'Russia', 'Germany', '德国'].map(findCountryCode)).toEqual([
    'GB',
    'GB',
    'GB',
    'FR',
    'RU',
    'DE',
    'DE',
  ])
  expect(['', 'Narnia', 'QQ', 'constructor', '__proto__'].map(findCountryCode)).toEqual(Array(5).fill(undefined))
  expect(listCountrySpellings('United Kingdom').toSorted()).toEqual(['gb', 'uk', 'united kingdom', '英国'])
  expect(listCountrySpellings('GB').toSorted()).toEqual(listCountrySpellings('uk').toSorted())
})

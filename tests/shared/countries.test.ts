import { findCountryCode, listCountrySpellings, namePlace, searchCountries } from '#shared/countries.ts'
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

test('countries are found by names in both languages, abbreviations and codes', () => {
  const find = (text: string, locale: 'en' | 'zh' = 'en'): string[] =>
    searchCountries(text, locale, 8).map(({ name }) => name)
  expect(find('ger')).toEqual(['Germany'])
  expect(find('DE')[0]).toBe('Germany')
  expect(find('德')).toContain('Germany')
  expect(find('德', 'zh')[0]).toBe('德国')
  expect(find('ger', 'zh')).toEqual(['德国'])
  for (const text of ['us', 'USA', 'united sta', 'America', '美国'])
    expect(searchCountries(text, 'en', 8)[0]).toEqual({ code: 'US', name: 'United States' })
  expect(find('uk')[0]).toBe('United Kingdom')
  expect(find('britain')).toEqual(['United Kingdom'])
  expect(find('hong')).toEqual(['Hong Kong SAR China'])
  expect(find('cote d')).toEqual(['Côte d’Ivoire'])
  expect(find('korea')).toEqual(['North Korea', 'South Korea'])
  expect(find('s')).toHaveLength(8)
  for (const text of ['', ' ', 'zzz', '[', '\\', 'European Union', 'DD', 'unknown']) {
    const codes = searchCountries(text, 'en', 8).map(({ code }) => code)
    expect(codes).toEqual(text === 'DD' ? ['DE'] : [])
  }
})

import { formatPlace } from '#shared/format-place.ts'
import type { Locale } from '#shared/locales.ts'

/** Countries in orders are written as shops write them: as a code or as a name in some language. */

/** Made once: making one takes longer than asking it for the names of all countries. */
const displayNames = new Map<Locale, Intl.DisplayNames>()
const namesIn = (locale: Locale): Intl.DisplayNames =>
  displayNames.getOrInsertComputed(locale, () => new Intl.DisplayNames(locale, { type: 'region' }))
const locales = ['en', 'zh'] as const satisfies readonly Locale[]

/** Codes that ISO 3166 no longer has, or never had, and the code of the country that `Intl` names for them. */
const replacedCodes: Readonly<Record<string, string>> = {
  AN: 'CW',
  BU: 'MM',
  CS: 'RS',
  DD: 'DE',
  DY: 'BJ',
  FX: 'FR',
  HV: 'BF',
  NH: 'VU',
  RH: 'ZW',
  SU: 'RU',
  TP: 'TL',
  UK: 'GB',
  VD: 'VN',
  YD: 'YE',
  YU: 'RS',
  ZR: 'CD',
}

let codesByName: ReadonlyMap<string, string> | undefined

/** ISO 3166 codes by the names of the countries in all languages, in lower case. */
const getCodesByName = (): ReadonlyMap<string, string> =>
  (codesByName ??= new Map(
    locales.flatMap((locale) => {
      const names = namesIn(locale)
      return listCodes().map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code])
    }),
  ))

/** All codes of two letters that name a region, without those that were replaced. */
function listCodes(): string[] {
  const names = namesIn('en')
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.filter((code) => names.of(code) !== code && !(code in replacedCodes))
}

/** The code of a country that is written as a code or a name; undefined for other texts. */
export function findCountryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return namesIn('en').of(code) === code ? undefined : (replacedCodes[code] ?? code)
  return getCodesByName().get(text.trim().toLowerCase())
}

/** What a country is called in orders: the text, and if it is known, its codes and its names. */
export function listCountrySpellings(text: string): string[] {
  const code = findCountryCode(text)
  if (code === undefined) return [text]
  const names = locales.map((locale) => namesIn(locale).of(code) ?? code)
  const replaced = Object.keys(replacedCodes).filter((each) => replacedCodes[each] === code)
  return [...new Set([text, code, ...replaced, ...names].map((each) => each.toLowerCase()))]
}

/** The name of a country in a language; the text itself if it is not known. */
export function nameCountry(text: string, locale: Locale): string {
  const code = findCountryCode(text)
  return code === undefined ? text : (namesIn(locale).of(code) ?? text)
}

/** A place, `City, country` (`placeOf`), with the name of the country in a language. */
export function namePlace(place: string, locale: Locale): string {
  const [, city = '', country = ''] = /^(?:(.*), )?(.*)$/s.exec(place) ?? []
  return formatPlace(city, nameCountry(country, locale), locale)
}

/** Codes that name no country to which anything is shipped, or a part of one that ISO 3166 has no code for. */
const otherRegions = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

/** What people call countries apart from their names, in lower case. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['uae'],
  GB: ['great britain', 'england', 'scotland', 'wales'],
  NL: ['holland'],
  US: ['usa', 'america'],
}

export interface Country {
  code: string
  /** In the language of the user. */
  name: string
}

interface NamedCountry extends Country {
  /** In lower case, without accents. */
  own: string
  /** In all languages, also the short ones, such as “Hong Kong”. */
  all: readonly string[]
}

const namedCountries = new Map<Locale, readonly NamedCountry[]>()

const listCountries = (locale: Locale): readonly NamedCountry[] =>
  namedCountries.getOrInsertComputed(locale, () => {
    const shortNames = locales.map((each) => new Intl.DisplayNames(each, { type: 'region', style: 'short' }))
    const names = [...locales.map(namesIn), ...shortNames]
    return listCodes()
      .filter((code) => !otherRegions.has(code))
      .map((code) => {
        const name = namesIn(locale).of(code) ?? code
        const all = [...names.map((each) => fold(each.of(code) ?? code)), ...(otherNames[code] ?? [])]
        return { code, name, own: fold(name), all: [...new Set(all)] }
      })
  })

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** The countries that a text is the code, the beginning of a name or of one of its words, or Chinese characters of: in any language, those in the language of the user first. */
export function searchCountries(text: string, locale: Locale, limit: number): Country[] {
  const typed = fold(text)
  if (typed === '') return []
  const exact = findCountryCode(text)
  const rank = ({ code, own, all }: NamedCountry): number => {
    if (code === exact || all.includes(typed)) return 0
    if (own.startsWith(typed)) return 1
    if (hasPart(own, typed)) return 2
    return all.some((name) => hasPart(name, typed)) ? 3 : 4
  }
  return listCountries(locale)
    .map((country) => ({ country, rank: rank(country) }))
    .filter((each) => each.rank < 4)
    .toSorted((a, b) => a.rank - b.rank || a.country.name.length - b.country.name.length)
    .slice(0, limit)
    .map(({ country: { code, name } }) => ({ code, name }))
}

const hasPart = (name: string, typed: string): boolean =>
  /\p{Script=Han}/u.test(typed)
    ? name.includes(typed)
    : ` ${name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${typed}`)

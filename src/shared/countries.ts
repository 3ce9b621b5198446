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
export function listCodes(): string[] {
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

import { type Locale, locales } from '#shared/staff/inputs.ts'

/** The supported language that `Accept-Language` prefers; English by default. */
export function negotiateLocale(header: string | undefined): Locale {
  if (header === undefined) return 'en'
  let best: { locale: Locale; weight: number } | undefined
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const locale = locales.find((known) => range === known || range.startsWith(`${known}-`))
    const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale ?? 'en'
}

/** A supported locale, or `undefined`. */
export const parseLocale = (text: string | undefined): Locale | undefined => locales.find((locale) => locale === text)

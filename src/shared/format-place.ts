import type { Locale } from '#shared/locales.ts'

/** A city and a country in the order of a language: `Hamburg, Germany`, `德国 Hamburg`. One of both may be empty. */
export const formatPlace = (city: string, country: string, locale: Locale): string =>
  locale === 'zh' ? [country, city].filter(Boolean).join(' ') : [city, country].filter(Boolean).join(', ')

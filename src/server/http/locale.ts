import type { AppEnv } from '#server/http/app-context.ts'
import { locales } from '#shared/locales.ts'
import type { MiddlewareHandler } from 'hono'
import { languageDetector } from 'hono/language'

/** The language that a visitor chose; an account has its own. */
export const localeCookie = 'kontor_locale'

/** Sets `language`: the one that was chosen in this browser, else the best match of `Accept-Language`, else English. */
export const detectLocale = (): MiddlewareHandler<AppEnv> =>
  languageDetector({
    order: ['cookie', 'header'],
    lookupCookie: localeCookie,
    supportedLanguages: [...locales],
    fallbackLanguage: 'en',
    caches: false,
  })

import type { AppContext, AppEnv } from '#server/http/app-context.ts'
import { type Locale, locales } from '#shared/locales.ts'
import type { MiddlewareHandler } from 'hono'
import { languageDetector } from 'hono/language'

/** The language that a visitor chose; an account has its own. */
export const localeCookie = 'kontor_locale'

const detectLanguage: MiddlewareHandler<AppEnv> = languageDetector({
  order: ['cookie', 'header'],
  lookupCookie: localeCookie,
  supportedLanguages: [...locales],
  fallbackLanguage: 'en',
  caches: false,
})

/** The language of a visitor without a session: the one that was chosen in this browser, else the best match of `Accept-Language`, else English. */
export async function detectLocale(c: AppContext): Promise<Locale> {
  await detectLanguage(c, async () => {})
  return c.get('language')
}

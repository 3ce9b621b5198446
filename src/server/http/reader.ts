import { proveSession } from '#server/auth/sessions.ts'
import type { Context, Kontor, Session } from '#server/context.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { asLocale, preferredLocale } from '#server/http/locale.ts'
import { placeFrom } from '#server/http/place.ts'
import { isSafe } from '#server/http/security.ts'
import { createTokens } from '#server/http/token.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Finds out who asks, and keeps the cookies of their browser in step with it. */
export interface Readers {
  /** The context of a request: session, language, remembered place. Asked again, it gives the same. */
  of(c: Exchange): Promise<Context>
  /** After a verb: makes the browser's cookies say what the verb left in the context. */
  keepInStep(c: Exchange, reader: Context): Promise<void>
  /** Remembers where a visitor wanted to go, for ten minutes; `undefined` forgets it. */
  remember(c: Exchange, place: string | undefined): void
}

const placeLifetimeSeconds = 600
const localeLifetimeSeconds = 365 * 86_400

/** Cookies are named, signed and secured as the origin asks for it. */
export function createReaders(kontor: Kontor): Readers {
  const { origin, secret } = kontor.config
  if (secret === undefined) throw new Error('HTTP needs a secret to sign with.')
  const tokens = createTokens(secret)
  const secure = origin.protocol === 'https:'
  // The prefix lets no other host and no plain connection set the cookie.
  const named = (name: string): string => (secure ? `__Host-${name}` : name)
  const [sessionCookie, placeCookie, localeCookie] = [named('kontor'), named('kontor_place'), 'kontor_locale']
  const put = (c: Exchange, name: string, value: string, maxAge?: number): void =>
    setCookie(c, name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      ...(maxAge === undefined ? {} : { maxAge }),
    })

  async function sessionOf(c: Exchange): Promise<Session | null> {
    const token = getCookie(c, sessionCookie)
    if (!token) return null
    const claims = await tokens.prove(token, kontor.now())
    return claims ? proveSession(kontor, claims.sid) : null
  }

  async function putSession(c: Exchange, { id, loggedInAt }: Session): Promise<void> {
    const iat = Math.floor(loggedInAt / 1000)
    const exp = Math.floor((loggedInAt + sessionLifetimeMs) / 1000)
    put(c, sessionCookie, await tokens.issue({ sid: id, iat, exp }))
  }

  return {
    of: async (c) => {
      const known = c.get('reader')
      if (known) return known
      const session = await sessionOf(c)
      const reader: Context = {
        kontor,
        session,
        locale: session?.user.locale ?? visitorLocale(c),
        requestId: c.get('requestId'),
        get ip() {
          return c.get('ip')()
        },
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
        accept: c.req.header('accept') ?? '',
        get place() {
          return placeFrom(getCookie(c, placeCookie)) ?? '/'
        },
      }
      c.set('reader', reader)
      c.set('proved', { session, locale: reader.locale })
      return reader
    },

    keepInStep: async (c, { session, locale }) => {
      const proved = c.get('proved')
      if (locale !== proved.locale) put(c, localeCookie, locale, localeLifetimeSeconds)
      if (session && session.id !== proved.session?.id) await putSession(c, session)
      // A cookie that proves nothing any more goes too, but never with a mere look.
      if (!session && !isSafe(c.req.method) && getCookie(c, sessionCookie) !== undefined) put(c, sessionCookie, '', 0)
    },

    remember: (c, place) => {
      if (place !== undefined) put(c, placeCookie, place, placeLifetimeSeconds)
      else if (getCookie(c, placeCookie) !== undefined) put(c, placeCookie, '', 0)
    },
  }

  function visitorLocale(c: Exchange): Context['locale'] {
    return asLocale(getCookie(c, localeCookie)) ?? preferredLocale(c.req.header('accept-language'))
  }
}

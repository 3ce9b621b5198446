import { resolveSession } from '#server/auth/sessions.ts'
import type { RequestContext, Kontor, Session } from '#server/context.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { localeCookie } from '#server/http/locale.ts'
import { parseReturnTo } from '#server/http/return-to.ts'
import { isSafeMethod } from '#server/http/security.ts'
import { createSessionTokens } from '#server/http/session-token.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Resolves session and language from the cookies, and updates the cookies after an action. */
export interface ContextLoader {
  /** The context of a request: session, language, `returnTo`. Resolved once per request. */
  load(c: AppContext): Promise<RequestContext>
  /** Writes the cookies for the session and locale that an action has changed in the context. */
  syncCookies(c: AppContext, context: RequestContext): Promise<void>
  /** Stores in a cookie, for ten minutes, where to go after the login; `undefined` deletes it. */
  rememberReturnTo(c: AppContext, returnTo: string | undefined): void
}

const returnToLifetimeSeconds = 600
const localeLifetimeSeconds = 365 * 86_400

/** Creates the context loader. With an https origin, cookies are `Secure` and have the `__Host-` prefix. */
export function createContextLoader(kontor: Kontor): ContextLoader {
  const { origin, secret } = kontor.config
  if (secret === undefined) throw new Error('HTTP needs a secret to sign session tokens.')
  const tokens = createSessionTokens(secret)
  const secure = origin.protocol === 'https:'
  // With this prefix, browsers do not let other hosts or plain HTTP connections set the cookie.
  const prefixCookieName = (name: string): string => (secure ? `__Host-${name}` : name)
  const [sessionCookie, returnToCookie] = [prefixCookieName('kontor'), prefixCookieName('kontor_place')]
  const writeCookie = (c: AppContext, name: string, value: string, maxAge?: number): void =>
    setCookie(c, name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      ...(maxAge === undefined ? {} : { maxAge }),
    })

  async function loadSession(c: AppContext): Promise<Session | null> {
    const token = getCookie(c, sessionCookie)
    if (!token) return null
    const claims = await tokens.verify(token, kontor.now())
    return claims ? resolveSession(kontor, claims.sid) : null
  }

  async function setSessionCookie(c: AppContext, { id, loggedInAt }: Session): Promise<void> {
    const iat = Math.floor(loggedInAt / 1000)
    const exp = Math.floor((loggedInAt + sessionLifetimeMs) / 1000)
    writeCookie(c, sessionCookie, await tokens.issue({ sid: id, iat, exp }))
  }

  return {
    load: async (c) => {
      const known = c.get('context')
      if (known) return known
      const session = await loadSession(c)
      const context: RequestContext = {
        kontor,
        session,
        access: 'anyone',
        locale: session?.user.locale ?? c.get('language'),
        requestId: c.get('requestId'),
        get ip() {
          return c.get('ip')()
        },
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
        accept: c.req.header('accept') ?? '',
        get returnTo() {
          return parseReturnTo(getCookie(c, returnToCookie)) ?? '/'
        },
      }
      c.set('context', context)
      c.set('initial', { session, locale: context.locale })
      return context
    },

    syncCookies: async (c, { session, locale }) => {
      const initial = c.get('initial')
      if (locale !== initial.locale) writeCookie(c, localeCookie, locale, localeLifetimeSeconds)
      if (session && session.id !== initial.session?.id) await setSessionCookie(c, session)
      // Delete an invalid session cookie, but never in response to a GET.
      if (!session && !isSafeMethod(c.req.method) && getCookie(c, sessionCookie) !== undefined)
        writeCookie(c, sessionCookie, '', 0)
    },

    rememberReturnTo: (c, returnTo) => {
      if (returnTo !== undefined) writeCookie(c, returnToCookie, returnTo, returnToLifetimeSeconds)
      else if (getCookie(c, returnToCookie) !== undefined) writeCookie(c, returnToCookie, '', 0)
    },
  }
}

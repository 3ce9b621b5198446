import type { KnownDevice } from '#server/auth/known-devices.ts'
import { findActiveSession, resolveSession } from '#server/auth/sessions.ts'
import { createTokenRateLimit } from '#server/tokens/token-rate-limit.ts'
import { resolveToken } from '#server/tokens/tokens.ts'
import type { RequestContext, Kontor, Session } from '#server/context.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import { Cookies } from '#server/http/cookies.ts'
import { detectLocale } from '#server/http/locale.ts'
import { parseReturnTo } from '#server/http/return-to.ts'
import { isSafeMethod } from '#server/http/security.ts'
import { ProblemError } from '#shared/problem.ts'
import { idempotencyKey, pageUser } from '#shared/constants.ts'
import { href } from '#shared/routes/pages.ts'

/** Resolves session and language from the cookies, and updates the cookies after an action. */
export interface ContextLoader {
  /** The context of a request: session, language, `returnTo`. Resolved once per request. In the background it does not use the session; `isLogin` if a GET logs in. */
  load(c: AppContext, options?: { isBackground?: boolean; isLogin?: boolean }): Promise<RequestContext>
  /** Writes the cookies for what an action has changed in the context: session, known devices, locale, login at the identity provider. */
  syncCookies(c: AppContext, context: RequestContext): Promise<void>
  /** Stores in a cookie, for ten minutes, where to go after the login; `undefined` deletes it. */
  rememberReturnTo(c: AppContext, returnTo: string | undefined): void
}

/** Counts the requests of each API token, so a process has one context loader. */
export function createContextLoader(kontor: Kontor): ContextLoader {
  const countTokenRequest = createTokenRateLimit(kontor.config.tokenRequestsPerMinute)
  const cookies = new Cookies(kontor)

  /** Throws `too-many-requests`, and `invalid-token`, also for a token that is sent with the cookie of a session: it is not clear who acts. */
  async function loadTokenSession(c: AppContext, text: string): Promise<Session> {
    const session = cookies.hasSession(c) ? null : await resolveToken(kontor, text, c.get('ip')())
    if (!session) throw new ProblemError('invalid-token')
    const { limit, remaining, resetSeconds } = countTokenRequest(session.id, kontor.now())
    // The header fields of draft-ietf-httpapi-ratelimit-headers.
    c.header('RateLimit-Policy', `"token";q=${limit};w=60`)
    c.header('RateLimit', `"token";r=${remaining};t=${resetSeconds}`)
    return session
  }

  async function loadSession(c: AppContext, isBackground: boolean): Promise<Session | null> {
    const bearer = readBearerToken(c)
    if (bearer !== undefined) return loadTokenSession(c, bearer)
    const id = await cookies.readSessionId(c)
    if (id === undefined) return null
    return isBackground ? findActiveSession(kontor.database.read, id, kontor.now()) : resolveSession(kontor, id)
  }

  async function loadKnownDevices(c: AppContext, isLogin: boolean): Promise<readonly KnownDevice[]> {
    return isSafeMethod(c.req.method) && !isLogin ? [] : cookies.readKnownDevices(c)
  }

  return {
    load: async (c, { isBackground = false, isLogin = false } = {}) => {
      const known = c.get('context')
      if (known) return known
      const session = await loadSession(c, isBackground)
      const providerState = cookies.readProviderState(c)
      const context: RequestContext = {
        kontor,
        session,
        knownDevices: await loadKnownDevices(c, isLogin),
        pageUserId: c.req.header(pageUser.header),
        idempotencyKey: c.req.header(idempotencyKey.header),
        providerState,
        access: 'anyone',
        locale: session?.user.locale ?? (await detectLocale(c)),
        requestId: c.get('requestId'),
        get ip() {
          return c.get('ip')()
        },
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
        accept: c.req.header('accept') ?? '',
        get returnTo() {
          // Who wanted to log in at the identity provider links the account there first.
          if (providerState?.identity) return href('users', { me: '1' })
          return parseReturnTo(cookies.readReturnTo(c)) ?? '/'
        },
      }
      c.set('context', context)
      c.set('initial', { session, knownDevices: context.knownDevices, locale: context.locale, providerState })
      return context
    },

    syncCookies: async (c, { session, knownDevices, locale, providerState }) => {
      const initial = c.get('initial')
      if (initial.session?.token) return
      if (locale !== initial.locale) cookies.writeLocale(c, locale)
      if (session && session.id !== initial.session?.id) await cookies.writeSession(c, session)
      if (providerState && providerState !== initial.providerState) cookies.writeProviderState(c, providerState)
      if (knownDevices !== initial.knownDevices) await cookies.writeKnownDevices(c, knownDevices)
      // Delete an invalid session cookie, but never in response to a GET.
      if (!session && !isSafeMethod(c.req.method)) cookies.deleteSession(c)
    },

    rememberReturnTo: (c, returnTo) => cookies.writeReturnTo(c, returnTo),
  }
}

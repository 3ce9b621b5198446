import { openProviderState, type ProviderState, sealProviderState } from '#server/auth/provider-state.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import { findActiveSession, resolveSession } from '#server/auth/sessions.ts'
import { createTokenRateLimit } from '#server/tokens/token-rate-limit.ts'
import { resolveToken } from '#server/tokens/tokens.ts'
import type { RequestContext, Kontor, Session } from '#server/context.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import { detectLocale, localeCookie } from '#server/http/locale.ts'
import { parseReturnTo } from '#server/http/return-to.ts'
import { isSafeMethod } from '#server/http/security.ts'
import { createSignedTokens } from '#server/http/signed-tokens.ts'
import { isKnownDevices, type KnownDevice } from '#server/auth/known-devices.ts'
import { ProblemError } from '#shared/problem.ts'
import { idempotencyKey, knownDeviceLifetimeMs, pageUser, sessionLifetimeMs } from '#shared/constants.ts'
import { href } from '#shared/routes/pages.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Resolves session and language from the cookies, and updates the cookies after an action. */
export interface ContextLoader {
  /** The context of a request: session, language, `returnTo`. Resolved once per request. In the background it does not use the session; `isLogin` if a GET logs in. */
  load(c: AppContext, options?: { isBackground?: boolean; isLogin?: boolean }): Promise<RequestContext>
  /** Writes the cookies for what an action has changed in the context: session, known devices, locale, login at the identity provider. */
  syncCookies(c: AppContext, context: RequestContext): Promise<void>
  /** Stores in a cookie, for ten minutes, where to go after the login; `undefined` deletes it. */
  rememberReturnTo(c: AppContext, returnTo: string | undefined): void
}

const returnToLifetimeSeconds = 600
const localeLifetimeSeconds = 365 * 86_400

/** Creates the context loader. With an https origin, cookies are `Secure` and have the `__Host-` prefix. */
export function createContextLoader(kontor: Kontor): ContextLoader {
  const { origin, tokenRequestsPerMinute } = kontor.config
  const countTokenRequest = createTokenRateLimit(tokenRequestsPerMinute)
  const secrets = requireSecrets(kontor)
  const sessionTokens = createSignedTokens<SessionClaims>(secrets, 'kontor session token', isSessionClaims)
  const deviceTokens = createSignedTokens<DeviceClaims>(secrets, 'kontor device token', isDeviceClaims)
  const secure = origin.protocol === 'https:'
  // With this prefix, browsers do not let other hosts or plain HTTP connections set the cookie.
  const prefixCookieName = (name: string): string => (secure ? `__Host-${name}` : name)
  const sessionCookie = prefixCookieName('kontor')
  const deviceCookie = prefixCookieName('kontor_device')
  const returnToCookie = prefixCookieName('kontor_place')
  const providerCookie = prefixCookieName('kontor_provider')
  const writeCookie = (c: AppContext, name: string, value: string, maxAge?: number): void =>
    setCookie(c, name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      ...(maxAge === undefined ? {} : { maxAge }),
    })

  /** Throws `too-many-requests`, and `invalid-token`, also for a token that is sent with the cookie of a session: it is not clear who acts. */
  async function loadTokenSession(c: AppContext, text: string): Promise<Session> {
    const session = getCookie(c, sessionCookie) === undefined ? await resolveToken(kontor, text, c.get('ip')()) : null
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
    const token = getCookie(c, sessionCookie)
    if (!token) return null
    const claims = await sessionTokens.verify(token, kontor.now())
    if (!claims) return null
    return isBackground
      ? findActiveSession(kontor.database.read, claims.sid, kontor.now())
      : resolveSession(kontor, claims.sid)
  }

  async function loadKnownDevices(c: AppContext, isLogin: boolean): Promise<readonly KnownDevice[]> {
    const token = isSafeMethod(c.req.method) && !isLogin ? undefined : getCookie(c, deviceCookie)
    return (token && (await deviceTokens.verify(token, kontor.now()))?.devices) || []
  }

  function loadProviderState(c: AppContext): ProviderState | undefined {
    const token = kontor.config.oidc && getCookie(c, providerCookie)
    return token === undefined ? undefined : openProviderState(kontor, token)
  }

  async function setSessionCookie(c: AppContext, { id, loggedInAt }: Session): Promise<void> {
    writeCookie(c, sessionCookie, await sessionTokens.issue({ sid: id }, loggedInAt, sessionLifetimeMs))
  }

  async function setDeviceCookie(c: AppContext, devices: readonly KnownDevice[]): Promise<void> {
    const token = await deviceTokens.issue({ devices }, kontor.now(), knownDeviceLifetimeMs)
    writeCookie(c, deviceCookie, token, knownDeviceLifetimeMs / 1000)
  }

  return {
    load: async (c, { isBackground = false, isLogin = false } = {}) => {
      const known = c.get('context')
      if (known) return known
      const session = await loadSession(c, isBackground)
      const providerState = loadProviderState(c)
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
          return parseReturnTo(getCookie(c, returnToCookie)) ?? '/'
        },
      }
      c.set('context', context)
      c.set('initial', { session, knownDevices: context.knownDevices, locale: context.locale, providerState })
      return context
    },

    syncCookies: async (c, { session, knownDevices, locale, providerState }) => {
      const initial = c.get('initial')
      if (initial.session?.token) return
      if (locale !== initial.locale) writeCookie(c, localeCookie, locale, localeLifetimeSeconds)
      if (session && session.id !== initial.session?.id) await setSessionCookie(c, session)
      if (providerState && providerState !== initial.providerState)
        writeCookie(c, providerCookie, sealProviderState(kontor, providerState), sessionLifetimeMs / 1000)
      if (knownDevices !== initial.knownDevices) await setDeviceCookie(c, knownDevices)
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

interface SessionClaims {
  sid: string
}

const isSessionClaims = ({ sid }: Record<string, unknown>): boolean => typeof sid === 'string' && sid !== ''

interface DeviceClaims {
  devices: readonly KnownDevice[]
}

const isDeviceClaims = ({ devices }: Record<string, unknown>): boolean => isKnownDevices(devices)

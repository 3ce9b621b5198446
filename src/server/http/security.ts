import type { Kontor } from '#server/context.ts'
import type { AppContext, AppEnv } from '#server/http/app-context.ts'
import { readBearerToken } from '#server/http/bearer-token.ts'
import { monitoringPaths } from '#server/http/monitoring.ts'
import { getAllowedHosts, isLoopbackHost, splitUrl } from '#server/http/network.ts'
import { ProblemError } from '#shared/problem.ts'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** For two years, browsers use only HTTPS for this host. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains'
/** The policy of a document: scripts with the nonce and what they load; everything else from this origin only. */
export const contentSecurityPolicy = (nonce: string): string =>
  `script-src 'nonce-${nonce}' 'strict-dynamic'; ${documentDirectives}`

const documentDirectives = [
  "default-src 'none'",
  "style-src 'self'",
  // Radix positions floating elements with style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A random nonce, new for every document. */
export const createNonce = (): string => crypto.getRandomValues(new Uint8Array(16)).toBase64()

/** Sets the headers of every response. A document has set its own content security policy, which stays. */
export const securityHeaders = (origin: URL): MiddlewareHandler<AppEnv> =>
  secureHeaders({
    overwrite: false,
    // For responses other than documents: nothing may be loaded, embedded or framed.
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // Not `no-referrer`: browsers would send `Origin: null` with forms, which could not be distinguished from cross-site ones.
    referrerPolicy: 'same-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    xFrameOptions: 'DENY',
    strictTransportSecurity: origin.protocol === 'https:' ? strictTransportSecurity : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
    // Only for obsolete browsers.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

/**
 * Rejects requests under another host than that of the origin, before any route is reached: a wrong host makes the URL relative, and the
 * path would be another one. Probes use addresses, so they may call under every host.
 */
export function allowedHosts({ config, log }: Kontor): MiddlewareHandler<AppEnv> {
  const hosts = getAllowedHosts(config.origin)
  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase()
    if (!hosts.has(host) && !isMonitoringRequest(c, host)) {
      log.info('unknown host', { host: host.slice(0, 100) })
      throw new ProblemError('unknown-host')
    }
    await next()
  }
}

function isMonitoringRequest({ req }: AppContext, host: string): boolean {
  const { path } = splitUrl(req.url)
  if (!monitoringPaths.includes(path)) return false
  // Scrapers on this machine may use any loopback name; others need the token.
  return path !== '/metrics' || isLoopbackHost(host) || req.header('authorization') !== undefined
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** The methods that can change something; routes accept no other unsafe method. */
export const unsafeMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Whether a method changes nothing. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/**
 * Rejects cross-site requests with an unsafe method. Browsers send `Origin` or `Sec-Fetch-Site` with all of them; a request with
 * neither does not come from a browser, so it cannot misuse a user's cookies. One with an API token is not accepted with cookies at all.
 */
export function csrf(origin: URL): MiddlewareHandler<AppEnv> {
  const allowedOrigins = new Set(
    [...getAllowedHosts(origin)].map((host) => new URL(`${origin.protocol}//${host}`).origin),
  )
  return async (c, next) => {
    if (readBearerToken(c) !== undefined) return next()
    const requestOrigin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    if (requestOrigin !== undefined && !allowedOrigins.has(requestOrigin)) throw new ProblemError('cross-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ProblemError('cross-site')
    await next()
  }
}

import { getAllowedHosts } from '#server/http/network.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { ProblemError } from '#shared/problem.ts'
import type { MiddlewareHandler } from 'hono'

/** For two years, browsers use only HTTPS for this host. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains'
/** For responses other than documents: nothing may be loaded, embedded or framed. */
const defaultContentSecurityPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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

/** Sets the headers that every response carries. A document has already set its own policy. */
export function securityHeaders(origin: URL): (headers: Headers) => void {
  const fixedHeaders: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Not `no-referrer`: browsers would send `Origin: null` with forms, which could not be distinguished from cross-site ones.
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
  ]
  if (origin.protocol === 'https:') fixedHeaders.push(['Strict-Transport-Security', strictTransportSecurity])
  return (headers) => {
    for (const [name, value] of fixedHeaders) headers.set(name, value)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', defaultContentSecurityPolicy)
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** The methods that can change something; routes accept no other unsafe method. */
export const unsafeMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Whether a method changes nothing. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/**
 * Rejects cross-site requests with an unsafe method. Browsers send `Origin` or `Sec-Fetch-Site` with all of them; a request with
 * neither does not come from a browser, so it cannot misuse a user's cookies.
 */
export function csrf(origin: URL): MiddlewareHandler<AppEnv> {
  const allowedOrigins = new Set(
    [...getAllowedHosts(origin)].map((host) => new URL(`${origin.protocol}//${host}`).origin),
  )
  return async (c, next) => {
    const requestOrigin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    if (requestOrigin !== undefined && !allowedOrigins.has(requestOrigin)) throw new ProblemError('cross-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ProblemError('cross-site')
    await next()
  }
}

import { getAllowedHosts } from '#server/http/network.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { ProblemError } from '#shared/problem.ts'
import type { MiddlewareHandler } from 'hono'

/** Two years; browsers then never speak plain HTTP to this name again. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains'
/** For everything that is no document: nothing may be loaded, embedded or framed. */
const defaultContentSecurityPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What a document may load: the scripts that carry the nonce and what they load themselves; the rest from this origin only. */
export const contentSecurityPolicy = (nonce: string): string =>
  `script-src 'nonce-${nonce}' 'strict-dynamic'; ${documentDirectives}`

const documentDirectives = [
  "default-src 'none'",
  "style-src 'self'",
  // The component library positions what floats by style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A word that nobody can foresee, new for every document. */
export const createNonce = (): string => crypto.getRandomValues(new Uint8Array(16)).toBase64()

/** Puts on an answer what every answer carries. A document has set its own policy before. */
export function securityHeaders(origin: URL): (headers: Headers) => void {
  const fixedHeaders: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    // Not `no-referrer`: with it browsers send `Origin: null` with forms, and no form could be told from a foreign one.
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
/** By these somebody may try to change something; no route takes any other that is not safe. */
export const unsafeMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Whether a method promises to change nothing. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/**
 * For the unsafe methods: refuses a change that another site sent. Browsers say with every unsafe request where it comes from;
 * whatever says nothing is no browser and carries no visitor's cookies by accident.
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

import { createAddressList } from '#server/config/address-list.ts'
import { isIP } from 'node:net'

interface UrlParts {
  path: string
  search: string
}

/** The undecoded path and query of a request's URL. A relative URL is all path. */
export function splitUrl(url: string): UrlParts {
  if (url !== lastSplit.url) lastSplit = { url, parts: split(url) }
  return lastSplit.parts
}

// Caches the last result, because each request splits its URL several times.
let lastSplit: { url: string; parts: UrlParts } = { url: '/', parts: { path: '/', search: '' } }

function split(url: string): UrlParts {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const address = (start < 0 ? '/' : url.slice(start)).split('#', 1)[0] ?? '/'
  const query = address.indexOf('?')
  return query < 0 ? { path: address, search: '' } : { path: address.slice(0, query), search: address.slice(query) }
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The `Host` headers accepted for an origin; a loopback origin has three names. */
export function getAllowedHosts(origin: URL): ReadonlySet<string> {
  const names = loopbackHosts.includes(origin.hostname) ? loopbackHosts : [origin.hostname]
  const standardPort = origin.protocol === 'https:' ? '443' : '80'
  const ports = origin.port === '' ? ['', `:${standardPort}`] : [`:${origin.port}`]
  return new Set(names.flatMap((name) => ports.map((port) => name + port)))
}

/** Whether a `Host` header names the machine itself, on any port. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.includes(host.replace(/:\d+$/, '').toLowerCase())

/** Whether an IP address is a loopback address. */
export const isLoopbackIp = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Removes the prefix that IPv4 addresses have on an IPv6 socket. */
const stripIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The proxies that the operator has declared. */
export interface TrustedProxies {
  includes(peer: string): boolean
  /** The client's IP address: the peer's, or behind trusted proxies the last address in `X-Forwarded-For` that is not one of them. */
  resolveClient(peer: string, forwardedFor: string | null): string
}

/** `proxies` are addresses and networks, validated by the configuration. */
export function createTrustedProxies(proxies: readonly string[]): TrustedProxies {
  const trusted = createAddressList(proxies)
  const isTrusted = (address: string): boolean => trusted.includes(address)
  return {
    includes: (peer) => isTrusted(stripIpv4Prefix(peer)),
    resolveClient: (peer, forwardedFor) => {
      let clientIp = stripIpv4Prefix(peer)
      for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
        const address = stripIpv4Prefix(hop.trim())
        if (!isTrusted(clientIp) || isIP(address) === 0) break
        clientIp = address
      }
      return clientIp
    },
  }
}

import { BlockList, isIP } from 'node:net'

interface UrlParts {
  path: string
  search: string
}

/** The path and query of a request's URL as they came, undecoded. The URL may be relative: then it is all path. */
export function splitUrl(url: string): UrlParts {
  if (url !== lastSplit.url) lastSplit = { url, address: split(url) }
  return lastSplit.address
}

// One request asks for its own several times over.
let lastSplit: { url: string; address: UrlParts } = { url: '/', address: { path: '/', search: '' } }

function split(url: string): UrlParts {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const address = (start < 0 ? '/' : url.slice(start)).split('#', 1)[0] ?? '/'
  const query = address.indexOf('?')
  return query < 0 ? { path: address, search: '' } : { path: address.slice(0, query), search: address.slice(query) }
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The hosts under which an origin may be called, each as a `Host` header says it; a loopback origin has three names. */
export function getAllowedHosts(origin: URL): ReadonlySet<string> {
  const names = loopbackHosts.includes(origin.hostname) ? loopbackHosts : [origin.hostname]
  const standardPort = origin.protocol === 'https:' ? '443' : '80'
  const ports = origin.port === '' ? ['', `:${standardPort}`] : [`:${origin.port}`]
  return new Set(names.flatMap((name) => ports.map((port) => name + port)))
}

/** Whether a `Host` header names the machine itself, on whatever port. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.includes(host.replace(/:\d+$/, '').toLowerCase())

/** Whether an address is this machine's own. */
export const isLoopbackIp = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** An address without the prefix that IPv4 gets on an IPv6 socket. */
const stripIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Finds the visitor's address: the peer's, or behind trusted proxies the last one in `X-Forwarded-For` that is none of them.
 * `proxies` are addresses and networks as the configuration checked them.
 */
export function createIpResolver(proxies: readonly string[]): (peer: string, forwardedFor: string | null) => string {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return (peer, forwardedFor) => {
    let clientIp = stripIpv4Prefix(peer)
    for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
      const address = stripIpv4Prefix(hop.trim())
      if (!isTrusted(clientIp) || isIP(address) === 0) break
      clientIp = address
    }
    return clientIp
  }
}

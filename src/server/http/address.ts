import { BlockList, isIP } from 'node:net'

interface Address {
  path: string
  search: string
}

/** The path and query of a request's URL as they came, undecoded. The URL may be relative: then it is all path. */
export function splitAddress(url: string): Address {
  if (url !== last.url) last = { url, address: split(url) }
  return last.address
}

// One request asks for its own several times over.
let last: { url: string; address: Address } = { url: '/', address: { path: '/', search: '' } }

function split(url: string): Address {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const address = (start < 0 ? '/' : url.slice(start)).split('#', 1)[0] ?? '/'
  const query = address.indexOf('?')
  return query < 0 ? { path: address, search: '' } : { path: address.slice(0, query), search: address.slice(query) }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** The hosts under which an origin may be called, each as a `Host` header says it; a loopback origin has three names. */
export function hostsOf(origin: URL): ReadonlySet<string> {
  const names = loopbackNames.includes(origin.hostname) ? loopbackNames : [origin.hostname]
  const standardPort = origin.protocol === 'https:' ? '443' : '80'
  const ports = origin.port === '' ? ['', `:${standardPort}`] : [`:${origin.port}`]
  return new Set(names.flatMap((name) => ports.map((port) => name + port)))
}

/** Whether a `Host` header names the machine itself, on whatever port. */
export const isLoopbackHost = (host: string): boolean => loopbackNames.includes(host.replace(/:\d+$/, '').toLowerCase())

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** An address without the prefix that IPv4 gets on an IPv6 socket. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Finds the visitor's address: the peer's, or behind trusted proxies the last one in `X-Forwarded-For` that is none of them.
 * `proxies` are addresses and networks as the configuration checked them.
 */
export function createAddressFinder(proxies: readonly string[]): (peer: string, forwarded: string | null) => string {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return (peer, forwarded) => {
    let visitor = plainAddress(peer)
    for (const hop of (forwarded ?? '').split(',').toReversed()) {
      const address = plainAddress(hop.trim())
      if (!isTrusted(visitor) || isIP(address) === 0) break
      visitor = address
    }
    return visitor
  }
}

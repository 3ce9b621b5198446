/**
 * What an IP address says about where its client is without looking it up: the machine of the server itself (or a proxy on it that is not
 * declared), the local network or a VPN, or `undefined` for the internet.
 */
export function networkKindOf(ip: string): 'server' | 'local' | undefined {
  if (/^(127[.]|::1$)/.test(ip)) return 'server'
  const isLocal = ip.includes(':') ? /^(f[cd]..|fe[89ab].):/i.test(ip) : localNetworks.test(ip)
  return isLocal ? 'local' : undefined
}

/** RFC 1918, RFC 6598 (carriers and VPNs) and RFC 3927. */
const localNetworks =
  /^(10[.]|192[.]168[.]|169[.]254[.]|172[.](1[6-9]|2\d|3[01])[.]|100[.](6[4-9]|[7-9]\d|1[01]\d|12[0-7])[.])/

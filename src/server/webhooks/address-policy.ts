import { createAddressList } from '#server/config/address-list.ts'
import { isIP } from 'node:net'

/** Everything of IPv4 that is not public, by the registry of special-purpose addresses (RFC 6890), and multicast. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The public addresses of IPv6, and what of them is not: protocols, documentation and tunnels to IPv4 addresses. */
const publicIpv6 = ['2000::/3']
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = createAddressList([...specialIpv4, ...specialIpv6])
const publicV6 = createAddressList(publicIpv6)

const isPublic = (address: string): boolean =>
  !special.includes(address) && (isIP(address) === 4 || publicV6.includes(address))

/** Which addresses webhooks may be sent to. */
export interface AddressPolicy {
  /** Whether the operator allows this address, although it may not be public, and over http. */
  isTrusted(address: string): boolean
  isAllowed(address: string): boolean
  /** Whether there is any address that http may be used for. */
  allowsHttp: boolean
}

/** `networks` are those that the operator allows. */
export function createAddressPolicy(networks: readonly string[]): AddressPolicy {
  const trusted = createAddressList(networks)
  return {
    isTrusted: (address) => trusted.includes(address),
    isAllowed: (address) => isPublic(address) || trusted.includes(address),
    allowsHttp: networks.length > 0,
  }
}

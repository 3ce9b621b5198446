import { BlockList, isIP } from 'node:net'

/** Addresses and networks. */
export interface AddressList {
  includes(address: string): boolean
}

/** `networks` are valid addresses and networks in CIDR notation. */
export function createAddressList(networks: readonly string[]): AddressList {
  const list = networks.length > 0 ? new BlockList() : undefined
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list?.addAddress(address, family)
    else list?.addSubnet(address, Number(prefix), family)
  }
  return {
    includes: (address) =>
      list !== undefined && isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
  }
}

/** Whether a text is an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

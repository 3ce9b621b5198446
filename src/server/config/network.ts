import { ConfigError } from '#server/config/config-error.ts'
import { isNetwork } from '#server/config/address-list.ts'
import type { Setting } from '#server/config/settings.ts'

/** The port to listen on. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new ConfigError(`PORT must be a whole number from 1 to 65535, not "${text}".`)
  return port
}

/** The public URL, without a path. */
export function parseOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOriginUrl = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
  if (!isOriginUrl)
    throw new ConfigError('KONTOR_ORIGIN must be a URL without a path, like https://kontor.example.com.')
  return url
}

/** Addresses and networks in CIDR notation. */
export function parseNetworks(name: Setting, text: string | undefined): string[] {
  const networks = (text ?? '').split(',').map((network) => network.trim())
  const given = networks.filter((network) => network !== '')
  for (const network of given)
    if (!isNetwork(network))
      throw new ConfigError(`${name} must list addresses or networks like 10.0.0.0/8, not "${network}".`)
  return given
}

/** The token of the metrics, `undefined` without one. */
export function parseMetricsToken(token: string | undefined): string | undefined {
  if (token !== undefined && [...token].length < 16)
    throw new ConfigError('KONTOR_METRICS_TOKEN must have at least 16 characters.')
  return token
}

/** How many requests each API token may send in a minute; 600 by default. */
export function parseTokenRequestsPerMinute(text = '600'): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new ConfigError(`KONTOR_TOKEN_REQUESTS_PER_MINUTE must be a whole number from 1 to 9999999, not "${text}".`)
  return Number(text)
}

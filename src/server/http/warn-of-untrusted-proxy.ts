import type { Kontor } from '#server/context.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import type { TrustedProxies } from '#server/http/network.ts'
import { getPeerIp } from '#server/http/request-logger.ts'
import type { MiddlewareHandler } from 'hono'

const headers = ['x-forwarded-for', 'forwarded']

/**
 * Logs a warning, once per process, when a peer that is not a trusted proxy sends the headers of one: if it is a proxy, all clients
 * behind it count as one address, and the failed logins of one of them block the others.
 */
export function warnOfUntrustedProxy({ log }: Kontor, proxies: TrustedProxies): MiddlewareHandler<AppEnv> {
  let isReported = false
  return async (c, next) => {
    const header = isReported ? undefined : headers.find((name) => c.req.header(name) !== undefined)
    if (header !== undefined && !proxies.includes(getPeerIp(c))) {
      isReported = true
      log.warn('untrusted proxy', {
        peer: getPeerIp(c),
        header,
        hint: 'if this is your proxy, add its address to KONTOR_TRUSTED_PROXIES and let it send X-Forwarded-For; until then all clients behind it share the limits of one address',
      })
    }
    await next()
  }
}

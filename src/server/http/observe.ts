import type { Kontor } from '#server/context.ts'
import type { Environment, Exchange } from '#server/http/exchange.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { isSafe } from '#server/http/security.ts'
import type { MiddlewareHandler } from 'hono'

/**
 * Gives every request an id, which its answer and the log carry, finds the visitor's address, takes the body from what answers HEAD,
 * and counts and logs the answer. What was only looked at is logged at `debug`, what changed or was refused at `info`, what failed at `error`.
 */
export function observe(
  kontor: Kontor,
  metrics: Metrics,
  addressOf: (peer: string, forwarded: string | null) => string,
): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = crypto.getRandomValues(new Uint8Array(8)).toHex()
    let address: string | undefined
    const ip = (): string => (address ??= addressOf(peerOf(c), c.req.header('x-forwarded-for') ?? null))
    c.set('requestId', requestId)
    c.set('ip', ip)
    // Who breaks off the connection takes the address along, but not past the limits and not out of the history.
    if (!isSafe(c.req.method)) ip()
    await next()
    if (c.req.method === 'HEAD' && c.res.body) await stripBody(c)
    c.res.headers.set('X-Request-Id', requestId)
    const { method } = c.req
    const { status } = c.res
    const route = c.get('route') ?? 'none'
    const seconds = (performance.now() - started) / 1000
    metrics.observe({ method, route, status, seconds })
    const level = status >= 500 ? 'error' : status >= 400 || !isSafe(method) ? 'info' : 'debug'
    if (!kontor.log.isLevelEnabled(level)) return
    kontor.log[level]('request', {
      requestId,
      method,
      route,
      status,
      milliseconds: Math.round(seconds * 1_000_000) / 1000,
      user: c.get('reader')?.session?.user.id ?? null,
      ip: ip(),
    })
  }
}

/** The address at the other end of the connection; all whose connection has ended are one and the same. */
function peerOf({ env: { socket }, req }: Exchange): string {
  return socket ? (socket.requestIP(req.raw)?.address ?? 'unknown') : ''
}

/** HEAD is answered as GET, without the body but with its length; the router alone would lose the length. */
async function stripBody(c: Exchange): Promise<void> {
  const { byteLength } = await c.res.arrayBuffer()
  c.res = new Response(null, { status: c.res.status, headers: c.res.headers })
  c.res.headers.set('Content-Length', String(byteLength))
}

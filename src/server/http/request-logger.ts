import type { Kontor } from '#server/context.ts'
import type { TrustedProxies } from '#server/http/network.ts'
import type { AppEnv, AppContext } from '#server/http/app-context.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { isSafeMethod } from '#server/http/security.ts'
import { eventStreamType } from '#shared/live/stream.ts'
import type { MiddlewareHandler } from 'hono'

/**
 * Gives every request an id (sent in the response and logged), resolves the client's IP, strips the body of HEAD responses, and counts
 * and logs the response: reads at `debug`, changes and client errors at `info`, server errors at `error`.
 */
export function requestLogger(kontor: Kontor, metrics: Metrics, proxies: TrustedProxies): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const requestId = crypto.getRandomValues(new Uint8Array(8)).toHex()
    let resolvedIp: string | undefined
    const ip = (): string =>
      (resolvedIp ??= proxies.resolveClient(getPeerIp(c), c.req.header('x-forwarded-for') ?? null))
    c.set('requestId', requestId)
    c.set('ip', ip)
    // Resolve the IP before the socket closes: throttling and events need it even if the client disconnects.
    if (!isSafeMethod(c.req.method)) ip()
    await next()
    if (c.req.method === 'HEAD' && c.res.body) await stripBody(c)
    c.res.headers.set('X-Request-Id', requestId)
    const { method } = c.req
    const { status } = c.res
    const route = c.get('route') ?? 'none'
    const seconds = (performance.now() - startedAt) / 1000
    metrics.observe({ method, route, status, seconds })
    const level = status >= 500 ? 'error' : status >= 400 || !isSafeMethod(method) ? 'info' : 'debug'
    if (!kontor.log.isLevelEnabled(level)) return
    const error = c.get('outage')
    kontor.log[level]('request', {
      requestId,
      method,
      route,
      status,
      milliseconds: Math.round(seconds * 1_000_000) / 1000,
      user: c.get('context')?.session?.user.id ?? null,
      ip: ip(),
      ...(error !== undefined && { error }),
    })
  }
}

/** The peer's IP address; clients that have disconnected share the value `unknown`, so that throttling still counts them. */
export function getPeerIp({ env: { server }, req }: AppContext): string {
  return server ? (server.requestIP(req.raw)?.address ?? 'unknown') : ''
}

/** Answers HEAD like GET without the body, but with Content-Length, which Hono's router would lose. A stream of events has no length. */
async function stripBody(c: AppContext): Promise<void> {
  if (c.res.headers.get('Content-Type') === eventStreamType) {
    await c.res.body?.cancel()
    c.res = new Response(null, c.res)
    return
  }
  const { byteLength } = await c.res.arrayBuffer()
  c.res = new Response(null, { status: c.res.status, headers: c.res.headers })
  c.res.headers.set('Content-Length', String(byteLength))
}

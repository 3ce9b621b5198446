import { openAssetFile, manifest } from '#server/build/build-info.ts'
import type { Kontor } from '#server/context.ts'
import { createTrustedProxies, splitUrl } from '#server/http/network.ts'
import { serveApi } from '#server/http/api.ts'
import { serveAssets } from '#server/http/assets.ts'
import type { AppEnv, ServerHandle } from '#server/http/app-context.ts'
import { requestTimeoutMs, longRequestTimeoutMs } from '#server/http/limits.ts'
import { compress } from '#server/http/compress.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { warnOfUntrustedProxy } from '#server/http/warn-of-untrusted-proxy.ts'
import { requestLogger } from '#server/http/request-logger.ts'
import { serveMonitoring } from '#server/http/monitoring.ts'
import { serveProviderLogin } from '#server/http/provider-login.ts'
import { servePages } from '#server/http/pages.tsx'
import { handleError } from '#server/http/handle-error.tsx'
import { createContextLoader } from '#server/http/context-loader.ts'
import { allowedHosts, csrf, securityHeaders, unsafeMethods } from '#server/http/security.ts'
import { removeTempUploads } from '#server/http/temp-uploads.ts'
import { timeLimit } from '#server/http/time-limit.ts'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'

/** Kontor as a request handler. */
export interface App {
  /** Always responds, never throws. `server` is Bun's server; tests may omit it. */
  fetch(request: Request, server?: ServerHandle): Promise<Response>
  /** Reports not ready and ends the streams; resolves when no request is running any more, or after `drainTimeoutMs`. */
  drain(drainTimeoutMs: number): Promise<void>
}

/** The middleware and the routes, in the order in which they handle a request. Every request gets a response within its time limit. */
export function createApp(kontor: Kontor, timeoutMs = requestTimeoutMs, longTimeoutMs = longRequestTimeoutMs): App {
  const { origin, trustedProxies } = kontor.config
  const metrics = createMetrics()
  const proxies = createTrustedProxies(trustedProxies)
  const contextLoader = createContextLoader(kontor)
  let draining = false

  // Hono's default router matches a microsecond faster, but compiles all routes at the first request, which takes 6 ms of a start.
  const hono = new Hono<AppEnv>({ router: new TrieRouter(), getPath: (request) => splitUrl(request.url).path })
  hono.onError((error, c) => handleError(c, kontor, error))
  hono.use(
    requestLogger(kontor, metrics, proxies),
    warnOfUntrustedProxy(kontor, proxies),
    securityHeaders(origin),
    compress(),
    allowedHosts(kontor),
    timeLimit(kontor, timeoutMs, longTimeoutMs),
  )
  hono.on(unsafeMethods, '*', csrf(origin), removeTempUploads(kontor))
  serveMonitoring(hono, kontor, metrics, () => draining)
  serveAssets(hono, manifest.files, openAssetFile)
  serveApi(hono, contextLoader)
  serveProviderLogin(hono, kontor, contextLoader)
  servePages(hono, contextLoader)

  const inFlight = new Set<Promise<Response>>()
  return {
    fetch: async (request, server) => {
      const pendingResponse = Promise.resolve(hono.fetch(request, { server }))
      inFlight.add(pendingResponse)
      try {
        const response = await pendingResponse
        if (draining) response.headers.set('Connection', 'close')
        return response
      } finally {
        inFlight.delete(pendingResponse)
      }
    },
    drain: async (drainTimeoutMs) => {
      draining = true
      kontor.live.close()
      const { promise: timedOut, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, drainTimeoutMs)
      await Promise.race([Promise.allSettled(inFlight), timedOut])
      // A pending timer would keep the process alive.
      clearTimeout(timer)
    },
  }
}

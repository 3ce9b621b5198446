import { openAssetFile, manifest } from '#server/build-info.ts'
import type { Kontor } from '#server/context.ts'
import { createIpResolver, getAllowedHosts, isLoopbackHost, splitUrl } from '#server/http/network.ts'
import { serveApi } from '#server/http/api.ts'
import { serveAssets } from '#server/http/assets.ts'
import type { AppEnv, ServerHandle } from '#server/http/app-context.ts'
import { requestTimeoutMs, longRequestTimeoutMs, longIdleTimeoutSeconds } from '#server/http/limits.ts'
import { compress } from '#server/http/compress.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { requestLogger } from '#server/http/request-logger.ts'
import { monitoringPaths, serveMonitoring } from '#server/http/monitoring.ts'
import { servePages } from '#server/http/pages.tsx'
import { toProblem } from '#server/to-problem.ts'
import { handleError } from '#server/http/handle-error.tsx'
import { createContextLoader } from '#server/http/context-loader.ts'
import { securityHeaders, csrf, unsafeMethods } from '#server/http/security.ts'
import { removeTempUploads } from '#server/http/temp-uploads.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'
import { Hono } from 'hono'

/** The program as something that answers requests. */
export interface App {
  /** Answers everything, never throws. `socket` is Bun's server; tests go without. */
  fetch(request: Request, server?: ServerHandle): Promise<Response>
  /** From now on not ready; resolves when nothing runs any more, or after `patienceMs`. */
  drain(drainTimeoutMs: number): Promise<void>
}

/** The table of contents of HTTP: what a request passes, in this order. Within `limitMs` each has an answer, or within `longLimitMs`. */
export function createApp(kontor: Kontor, timeoutMs = requestTimeoutMs, longTimeoutMs = longRequestTimeoutMs): App {
  const { origin, trustedProxies } = kontor.config
  const metrics = createMetrics()
  const contextLoader = createContextLoader(kontor)
  let draining = false

  const hono = new Hono<AppEnv>({ getPath: (request) => splitUrl(request.url).path })
  hono.onError((error, c) => handleError(c, kontor, error))
  hono.use(requestLogger(kontor, metrics, createIpResolver(trustedProxies)))
  hono.use(compress())
  hono.on(unsafeMethods, '*', csrf(origin), removeTempUploads(kontor))
  serveMonitoring(hono, kontor, metrics, () => draining)
  serveAssets(hono, manifest.files, openAssetFile)
  serveApi(hono, contextLoader)
  servePages(hono, contextLoader)

  const applySecurityHeaders = securityHeaders(origin)
  const allowedHosts = getAllowedHosts(origin)
  const inFlight = new Set<Promise<Response>>()

  // A wrong host makes the address relative and would lead the router astray, so it never gets there.
  function rejectUnknownHost(request: Request): Promise<Response> {
    kontor.log.info('unknown host', { host: (request.headers.get('host') ?? '').slice(0, 100) })
    return Promise.resolve(createProblemResponse('unknown-host'))
  }

  function respondTimeout({ method }: Request, seconds: number): Response {
    const response = createProblemResponse('unavailable')
    metrics.observe({ method, route: 'late', status: response.status, seconds })
    kontor.log.error('request timeout', { method, seconds })
    return response
  }

  return {
    fetch: async (request, server) => {
      let isExtended = false
      const route = (extend: (timeoutMs: number) => void): Promise<Response> => {
        const extendTimeout = (): void => {
          isExtended = true
          extend(longTimeoutMs)
          // Bun closes silent connections after 255 seconds at the latest, or not at all.
          server?.timeout(request, 0)
        }
        return Promise.resolve(hono.fetch(request, { server, extendTimeout }))
      }
      const onTimeout = (afterMs: number): Response => respondTimeout(request, afterMs / 1000)
      const pendingResponse = isAllowedHost(request, allowedHosts)
        ? withTimeout(timeoutMs, route, onTimeout)
        : rejectUnknownHost(request)
      inFlight.add(pendingResponse)
      try {
        const response = await pendingResponse
        if (isExtended) server?.timeout(request, longIdleTimeoutSeconds)
        applySecurityHeaders(response.headers)
        if (draining) response.headers.set('Connection', 'close')
        return response
      } finally {
        inFlight.delete(pendingResponse)
      }
    },
    drain: async (drainTimeoutMs) => {
      draining = true
      const { promise: timedOut, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, drainTimeoutMs)
      await Promise.race([Promise.allSettled(inFlight), timedOut])
      // Left running, it would keep the process alive.
      clearTimeout(timer)
    },
  }
}

function isAllowedHost(request: Request, allowedHosts: ReadonlySet<string>): boolean {
  const host = (request.headers.get('host') ?? '').toLowerCase()
  if (allowedHosts.has(host)) return true
  const { path } = splitUrl(request.url)
  if (!monitoringPaths.includes(path)) return false
  // Scrapers on this machine may call it by its own names; from elsewhere they show a token.
  return path !== '/metrics' || isLoopbackHost(host) || request.headers.has('authorization')
}

/** The first of the answer and of `late` at the end of the time, which begins anew when it is extended; what still runs then goes on to its own end. */
function withTimeout(
  timeoutMs: number,
  respond: (extend: (timeoutMs: number) => void) => Promise<Response>,
  onTimeout: (afterMs: number) => Response,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let timer: Timer | undefined
  const startTimer = (fromNowMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => resolve(onTimeout(fromNowMs)), fromNowMs)
  }
  const stopTimer = (): void => clearTimeout(timer)
  startTimer(timeoutMs)
  respond(startTimer).then(resolve, reject).finally(stopTimer)
  return promise
}

/** A problem response outside of the router, where the language is not known yet: in English. */
function createProblemResponse(name: ProblemName): Response {
  const { problem, headers } = toProblem(new ProblemError(name), 'en')
  return Response.json(problem, {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
  })
}

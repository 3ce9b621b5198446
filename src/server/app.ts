import { assetFile, manifest } from '#server/build-info.ts'
import type { Kontor } from '#server/context.ts'
import { createAddressFinder, hostsOf, isLoopbackHost, splitAddress } from '#server/http/address.ts'
import { serveApi } from '#server/http/api.ts'
import { serveAssets } from '#server/http/assets.ts'
import type { Environment, Socket } from '#server/http/exchange.ts'
import { deadlineMs, longDeadlineMs, longIdleTimeoutSeconds } from '#server/http/limits.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { observe } from '#server/http/observe.ts'
import { operationPaths, serveOperations } from '#server/http/operations.ts'
import { servePages } from '#server/http/pages.tsx'
import { toProblem } from '#server/to-problem.ts'
import { handleError } from '#server/http/handle-error.tsx'
import { createReaders } from '#server/http/reader.ts'
import { createHardening, refuseCrossSite, unsafeMethods } from '#server/http/security.ts'
import { emptySpool } from '#server/http/spool.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'
import { Hono } from 'hono'

/** The program as something that answers requests. */
export interface App {
  /** Answers everything, never throws. `socket` is Bun's server; tests go without. */
  fetch(request: Request, socket?: Socket): Promise<Response>
  /** From now on not ready; resolves when nothing runs any more, or after `patienceMs`. */
  drain(patienceMs: number): Promise<void>
}

/** The table of contents of HTTP: what a request passes, in this order. Within `limitMs` each has an answer, or within `longLimitMs`. */
export function createApp(kontor: Kontor, limitMs = deadlineMs, longLimitMs = longDeadlineMs): App {
  const { origin, trustedProxies } = kontor.config
  const metrics = createMetrics()
  const readers = createReaders(kontor)
  let draining = false

  const hono = new Hono<Environment>({ getPath: (request) => splitAddress(request.url).path })
  hono.onError((error, c) => handleError(c, kontor, error))
  hono.use(observe(kontor, metrics, createAddressFinder(trustedProxies)))
  hono.on(unsafeMethods, '*', refuseCrossSite(origin), emptySpool(kontor))
  serveOperations(hono, kontor, metrics, () => draining)
  serveAssets(hono, manifest.files, assetFile)
  serveApi(hono, readers)
  servePages(hono, readers)

  const harden = createHardening(origin)
  const hosts = hostsOf(origin)
  const running = new Set<Promise<Response>>()

  // A wrong host makes the address relative and would lead the router astray, so it never gets there.
  function refuseHost(request: Request): Promise<Response> {
    kontor.log.info('unknown host', { host: (request.headers.get('host') ?? '').slice(0, 100) })
    return Promise.resolve(bareProblem('unknown-host'))
  }

  function answerLate({ method }: Request, seconds: number): Response {
    const response = bareProblem('unavailable')
    metrics.observe({ method, route: 'late', status: response.status, seconds })
    kontor.log.error('too late', { method, seconds })
    return response
  }

  return {
    fetch: async (request, socket) => {
      let isLong = false
      const route = (extend: (limitMs: number) => void): Promise<Response> => {
        const takeLong = (): void => {
          isLong = true
          extend(longLimitMs)
          // Bun closes silent connections after 255 seconds at the latest, or not at all.
          socket?.timeout(request, 0)
        }
        return Promise.resolve(hono.fetch(request, { socket, takeLong }))
      }
      const late = (afterMs: number): Response => answerLate(request, afterMs / 1000)
      const answering = isOwnHost(request, hosts) ? within(limitMs, route, late) : refuseHost(request)
      running.add(answering)
      try {
        const response = await answering
        if (isLong) socket?.timeout(request, longIdleTimeoutSeconds)
        harden(response.headers)
        if (draining) response.headers.set('Connection', 'close')
        return response
      } finally {
        running.delete(answering)
      }
    },
    drain: async (patienceMs) => {
      draining = true
      const { promise: patience, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([Promise.allSettled(running), patience])
      // Left running, it would keep the process alive.
      clearTimeout(timer)
    },
  }
}

function isOwnHost(request: Request, hosts: ReadonlySet<string>): boolean {
  const host = (request.headers.get('host') ?? '').toLowerCase()
  if (hosts.has(host)) return true
  const { path } = splitAddress(request.url)
  if (!operationPaths.includes(path)) return false
  // Scrapers on this machine may call it by its own names; from elsewhere they show a token.
  return path !== '/metrics' || isLoopbackHost(host) || request.headers.has('authorization')
}

/** The first of the answer and of `late` at the end of the time, which begins anew when it is extended; what still runs then goes on to its own end. */
function within(
  limitMs: number,
  answer: (extend: (limitMs: number) => void) => Promise<Response>,
  late: (afterMs: number) => Response,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let timer: Timer | undefined
  const begin = (fromNowMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => resolve(late(fromNowMs)), fromNowMs)
  }
  const end = (): void => clearTimeout(timer)
  begin(limitMs)
  answer(begin).then(resolve, reject).finally(end)
  return promise
}

/** A problem outside of the router, where nobody has a language yet. */
function bareProblem(name: ProblemName): Response {
  const { problem, headers } = toProblem(new ProblemError(name), 'en')
  return Response.json(problem, {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
  })
}

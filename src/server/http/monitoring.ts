import type { Kontor } from '#server/context.ts'
import { isLoopbackHost, isLoopbackIp } from '#server/http/network.ts'
import type { AppEnv, AppContext } from '#server/http/app-context.ts'
import { createReadinessCheck } from '#server/http/readiness.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { version } from '../../../package.json'

/** Paths for probes and scrapers, without sessions and redirects. */
export const monitoringPaths: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Serves `/healthz` (the process responds), `/readyz` (it can serve requests and is not shutting down) and `/metrics`. */
export function serveMonitoring(app: Hono<AppEnv>, kontor: Kontor, metrics: Metrics, isDraining: () => boolean): void {
  const checkReadiness = createReadinessCheck(kontor)
  app.get('/healthz', (c) => respondText(c, '/healthz', 'alive', 200))
  app.get('/readyz', async (c) => {
    if (isDraining()) return respondText(c, '/readyz', 'stopping', 503)
    try {
      await checkReadiness()
      return respondText(c, '/readyz', 'ready', 200)
    } catch (error) {
      c.set('outage', String(error))
      return respondText(c, '/readyz', 'database not reachable, not migrated or not writable', 503)
    }
  })
  app.get('/metrics', (c) => {
    if (!canScrape(c, kontor.config.metricsToken)) throw new ProblemError('not-found')
    const { buildId, log, live, mails, webhooks, backups } = kontor
    const state = {
      version,
      buildId,
      droppedLogLines: log.countDropped(),
      liveStreams: live.countStreams(),
      mails,
      webhooks,
      backups,
    }
    return respondText(c, '/metrics', metrics.render(state), 200)
  })
  for (const path of monitoringPaths)
    app.all(path, () => {
      throw new ProblemError('method-not-allowed', { allow: 'GET, HEAD' })
    })
}

function respondText(c: AppContext, route: string, text: string, status: 200 | 503): Response {
  c.set('route', route)
  c.header('Cache-Control', 'no-store')
  return c.text(text.endsWith('\n') ? text : `${text}\n`, status)
}

/**
 * Allows requests from the machine itself, under one of its own names, and requests with the metrics token. Not every proxy says that it is one: its
 * requests have the host of Kontor.
 */
function canScrape(c: AppContext, token: string | undefined): boolean {
  const authorization = c.req.header('authorization')
  // A request with credentials is decided by them alone.
  if (authorization !== undefined) {
    const given = /^Bearer (.+)$/.exec(authorization)?.[1]
    return token !== undefined && given !== undefined && isEqualConstantTime(given, token)
  }
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  return !isProxied && isLoopbackHost(c.req.header('host') ?? '') && isLoopbackIp(c.get('ip')())
}

/** Compares in constant time, so that the duration reveals nothing about the token. */
function isEqualConstantTime(given: string, expected: string): boolean {
  const digest = (text: string): Uint8Array => new Bun.CryptoHasher('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

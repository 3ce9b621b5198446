import type { Kontor } from '#server/context.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { longIdleTimeoutSeconds } from '#server/http/limits.ts'
import { ProblemError } from '#shared/problem.ts'
import type { MiddlewareHandler } from 'hono'

/**
 * Answers `unavailable` after `timeoutMs`, or after `longTimeoutMs` once a handler has called `extendTimeout`; `request-timeout` if the body has not
 * arrived by then. What the request started goes on to its end.
 */
export function timeLimit(kontor: Kontor, timeoutMs: number, longTimeoutMs: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { server } = c.env
    const { promise: expired, reject } = Promise.withResolvers<never>()
    let timer: Timer | undefined
    let isExtended = false
    let isAnswered = false
    const start = (afterMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        // The request itself is logged: a slow client needs no operator.
        if (c.get('isReadingBody')) return reject(new ProblemError('request-timeout'))
        kontor.log.error('request timeout', {
          requestId: c.get('requestId'),
          method: c.req.method,
          route: c.get('route') ?? '',
          seconds: afterMs / 1000,
        })
        reject(new ProblemError('unavailable'))
      }, afterMs)
    }
    c.set('extendTimeout', () => {
      if (isAnswered) return
      isExtended = true
      start(longTimeoutMs)
      // Bun closes silent connections after 255 seconds at the latest, or not at all.
      server?.timeout(c.req.raw, 0)
    })
    start(timeoutMs)
    try {
      await Promise.race([next(), expired])
    } finally {
      isAnswered = true
      clearTimeout(timer)
      if (isExtended) server?.timeout(c.req.raw, longIdleTimeoutSeconds)
    }
  }
}

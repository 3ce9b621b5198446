import { ProblemError } from '#shared/problem.ts'

/** How many requests an API token has left in this minute. */
export interface RateLimitState {
  limit: number
  remaining: number
  /** Seconds until the next minute. */
  resetSeconds: number
}

const windowMs = 60_000

/**
 * Counts the requests of each API token by minute, in this process: an installation with several instances allows the limit on each.
 * Returns a function that counts one request, and throws `too-many-requests` beyond `limit`.
 */
export function createTokenRateLimit(limit: number): (tokenId: string, now: number) => RateLimitState {
  let current = 0
  const counts = new Map<string, number>()
  return (tokenId, now) => {
    const window = Math.floor(now / windowMs)
    if (window !== current) {
      counts.clear()
      current = window
    }
    const count = (counts.get(tokenId) ?? 0) + 1
    counts.set(tokenId, count)
    const resetSeconds = Math.ceil(((window + 1) * windowMs - now) / 1000)
    if (count > limit) throw new ProblemError('too-many-requests', { limit, seconds: resetSeconds })
    return { limit, remaining: limit - count, resetSeconds }
  }
}

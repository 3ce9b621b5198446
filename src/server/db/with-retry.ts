import type { Log } from '#server/log.ts'
import { ProblemError } from '#shared/problem.ts'

const maxAttempts = 6
/** Serialization failure and deadlock: the transaction changed nothing, and a later one may succeed. */
const retryableCodes = new Set(['40001', '40P01'])

/**
 * Runs a whole transaction again while it loses against others, each time a little later; `attempt` counts from 1. Refuses as
 * `unavailable` when it lost every time; any other error is thrown as it is.
 */
export async function withRetry<Result>(log: Log, transaction: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await transaction(attempt)
    } catch (error) {
      const code = (error as { errno?: string }).errno
      if (code === undefined || !retryableCodes.has(code)) throw error
      log.debug('transaction retried', { attempt, code })
      await Bun.sleep(Math.random() * 2 ** attempt)
    }
  }
  throw new ProblemError('unavailable')
}

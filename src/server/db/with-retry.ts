import type { Log } from '#server/log/log.ts'
import { ProblemError } from '#shared/problem.ts'

const maxAttempts = 6
/** Serialization failure and deadlock: the transaction changed nothing and may succeed later. */
const retryableCodes = new Set(['40001', '40P01'])

/**
 * Repeats a whole transaction after serialization failures and deadlocks, with growing random delays; `attempt` counts from 1. Throws
 * the problem `unavailable` after the last attempt; any other error is thrown as it is.
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

import type { Kontor } from '#server/context.ts'

/** Probes wait for an answer; a database that does not respond within this time is not ready. */
const timeoutMs = 900
/** Writing costs a sync of the disk, so it is tried at most this often. */
const writeIntervalMs = 10_000

/**
 * Creates the check of `/readyz`: that the database responds, is migrated and, now and then, can be written. It throws after less than a
 * second at the latest; calls during a check share it.
 */
export function createReadinessCheck({ database, now }: Kontor): () => Promise<void> {
  let running: Promise<void> | undefined
  let writtenAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<void> {
    await database.probe()
    if (Math.abs(now() - writtenAt) < writeIntervalMs) return
    await database.probeWrite()
    writtenAt = now()
  }

  return () => {
    running ??= check().finally(() => (running = undefined))
    return failAfter(running, timeoutMs)
  }
}

async function failAfter(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

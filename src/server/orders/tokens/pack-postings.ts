import type { Kontor } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { PostingPacker } from '#server/orders/tokens/packed-postings.ts'
import { slicePostings } from '#server/orders/tokens/packed-postings-query.ts'
import * as store from '#server/orders/tokens/packed-postings-store.ts'
import { runPeriodically } from '#server/runtime/run-periodically.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'

const intervalMs = 3_600_000

/** Packs the postings of complete parts, now and every hour; those of parts whose words have changed since then are packed again. */
export function startPackingPostings(kontor: Kontor): ReturnType<typeof setInterval> {
  const closing = new AbortController()
  kontor.database.beforeClose(async () => closing.abort())
  return runPeriodically(() => packPostings(kontor.database, closing.signal), kontor, {
    intervalMs,
    failureEvent: 'postings not packed',
  })
}

/** Packs the postings of all complete parts that have none packed; stops when the signal is aborted. A part whose words change meanwhile is left to the next run. */
export async function packPostings(database: Database, signal?: AbortSignal): Promise<void> {
  const changed = new Set<number>()
  for (;;) {
    const part = await store.findUnpackedPart(database.read)
    if (part === undefined || changed.has(part)) return
    if (!(await packPart(database, part, signal))) changed.add(part)
    if (signal?.aborted) return
  }
}

/** Whether the postings of a part were packed. */
async function packPart(database: Database, part: number, signal: AbortSignal | undefined): Promise<boolean> {
  // Two processes may try at once: the later attempt ends the earlier one.
  const attempt = 2 + Math.floor(Math.random() * 2 ** 40)
  await database.inReadCommitted((transaction) => store.beginPacking(transaction, part, attempt))
  const packer = new PostingPacker()
  for await (const postings of slicePostings(database.read, part)) {
    for (const { token, order_key } of postings) packer.add(token, order_key)
    if (signal?.aborted) return false
    await yieldToEventLoop()
  }
  const words = packer.finish()
  for (let start = 0; start < words.length || start === 0; start += wordsPerTransaction) {
    const end = start + wordsPerTransaction
    const stored = await database.inReadCommitted((transaction) =>
      store.storePacked(transaction, part, attempt, {
        words: words.slice(start, end),
        isLast: end >= words.length,
      }),
    )
    if (!stored || signal?.aborted) return false
    await yieldToEventLoop()
  }
  return true
}

/** Some 5 ms. */
const wordsPerTransaction = 200

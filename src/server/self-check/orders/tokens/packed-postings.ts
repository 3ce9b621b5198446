import type { Db } from '#server/db/database.ts'
import { PostingPacker } from '#server/orders/tokens/packed-postings.ts'
import { slicePostings } from '#server/orders/tokens/packed-postings-query.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/orders/tokens/packed-postings-store.ts'
import type { Progress } from '#server/self-check/progress.ts'

/** The packed postings of each part are those that its postings make. */
export async function verifyPackedPostings(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for (const part of await store.listPackedParts(db)) {
    const packer = new PostingPacker()
    for await (const postings of slicePostings(db, part)) {
      for (const { token, order_key } of postings) packer.add(token, order_key)
      await progress.advance(0)
    }
    const stored = new Map((await store.listPacked(db, part)).map((row) => [row.token, row.order_keys]))
    for (const { token, orderKeys } of packer.finish()) {
      if (stored.get(token) !== orderKeys)
        findings.addViolation(
          'search-tokens',
          `packed_postings ${token} in part ${part}: not the orders with this word`,
        )
      stored.delete(token)
    }
    for (const token of stored.keys())
      findings.addViolation('search-tokens', `packed_postings ${token} in part ${part}: not a frequent word`)
  }
}

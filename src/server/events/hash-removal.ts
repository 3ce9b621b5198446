import type { EventSealsTable } from '#server/db/schema/events.ts'

/** Computes the hash of events that are removed together, from their seals in the order of the chain: the event of the removal proves which ones they were. */
export function hashRemoval(): { add: (seal: Pick<EventSealsTable, 'seq' | 'hash'>) => void; digest: () => string } {
  const hasher = new Bun.CryptoHasher('sha256')
  return {
    add: ({ seq, hash }) => void hasher.update(`${seq} ${hash}\n`),
    digest: () => hasher.digest('hex'),
  }
}

import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/store.ts'
import type { Verification } from '#shared/self-check/verification-views.ts'

/** The last link of a chain at some time. */
export interface KeptHead {
  chain: keyof Verification['heads']
  seq: number
  hash: string
}

/** `ledger:42:9f86d0…`: one word, to be kept elsewhere and given back. */
export const formatHead = ({ chain, seq, hash }: KeptHead): string => `${chain}:${seq}:${hash}`

/** The head that `formatHead` wrote, or `undefined`. */
export function parseHead(text: string): KeptHead | undefined {
  const [, chain, seq, hash] = /^(ledger|events):(\d{1,15}):([0-9a-f]{64}|)$/.exec(text) ?? []
  if (chain === undefined || seq === undefined || hash === undefined) return undefined
  if ((hash === '') !== (Number(seq) === 0)) return undefined
  return { chain: chain as KeptHead['chain'], seq: Number(seq), hash }
}

/** Every kept head is still in its chain, so nothing up to it was rewritten or removed. */
export async function verifyKeptHeads(db: Db, findings: Findings, keptHeads: readonly KeptHead[]): Promise<void> {
  for (const head of keptHeads) {
    const hash = head.seq === 0 ? '' : await store.findHash(db, head.chain, head.seq)
    if (hash !== head.hash) findings.addViolation('kept-heads', `${formatHead(head)}: not in the chain`)
  }
  findings.examined(keptHeads.length, 'kept-heads')
}

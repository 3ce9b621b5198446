import { countOutcomes, type ReadDraft } from '#server/imports/import-batch.ts'
import type { FoundOrder } from '#server/imports/import-file.ts'
import type { ImportCheckpoint, LeftOrder } from '#server/imports/import-journal.ts'
import { countKnown } from '#server/imports/import-tally.ts'
import type { KnownOrderOutcome } from '#server/imports/known-orders.ts'
import type { ImportMessages } from '#server/imports/row.ts'
import type { ImportOutcome } from '#server/orders/intake/import-drafts.ts'

/** How far an import is after a step, and the orders that the step rejected. */
export interface Progressed {
  checkpoint: ImportCheckpoint
  left: readonly LeftOrder[]
}

/** The checkpoint after a batch: known orders that are different in the file wait to be compared. */
export function advanceByBatch(
  { position, waiting, counts: before }: ImportCheckpoint,
  { last, drafts, refused }: { last: FoundOrder; drafts: readonly ReadDraft[]; refused: readonly LeftOrder[] },
  outcomes: readonly ImportOutcome[],
  messages: ImportMessages,
): Progressed {
  const { counts, left, different } = countOutcomes(before, drafts, outcomes, messages)
  const done = new Set(drafts.map((each) => each.position))
  return {
    checkpoint: {
      position: Math.max(position, last.position),
      waiting: [...waiting.filter((each) => !done.has(each)), ...different],
      counts: { ...counts, refused: counts.refused + refused.length },
      bytes: last.bytes,
    },
    left: [...refused, ...left],
  }
}

/** The checkpoint after a known order was compared. */
export function advanceByKnown(
  checkpoint: ImportCheckpoint,
  { position, line, draft }: ReadDraft,
  known: KnownOrderOutcome,
): Progressed {
  const { refused, changed } = known
  const order = draft.externalNumber
  const left = refused === undefined ? [] : [{ position, line, order, reason: refused, isChanged: Boolean(changed) }]
  return {
    checkpoint: {
      ...checkpoint,
      waiting: checkpoint.waiting.filter((each) => each !== position),
      counts: countKnown(checkpoint.counts, known),
    },
    left,
  }
}

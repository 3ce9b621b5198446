import type { LeftOrder } from '#server/imports/import-journal.ts'
import type { ImportCounts } from '#server/imports/import-tally.ts'
import type { ImportMessages } from '#server/imports/row.ts'
import type { ImportOutcome } from '#server/orders/intake/import-drafts.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

/** An order of a file that could be read. */
export interface ReadDraft {
  position: number
  line: number
  draft: OrderDraft
}

/** The counts after a batch, the orders that were rejected, and the positions of known orders that are different in the file. */
export function countOutcomes(
  counts: ImportCounts,
  drafts: readonly ReadDraft[],
  outcomes: readonly ImportOutcome[],
  messages: ImportMessages,
): { counts: ImportCounts; left: LeftOrder[]; different: number[] } {
  let { created, unchanged } = counts
  const left: LeftOrder[] = []
  const different: number[] = []
  for (const [index, { position, line, draft }] of drafts.entries()) {
    const outcome = outcomes[index]
    if (outcome?.outcome === 'created') created++
    else if (outcome?.outcome === 'unchanged') unchanged++
    else if (outcome?.outcome === 'different') different.push(position)
    else if (outcome?.outcome === 'refused')
      left.push({ position, line, order: draft.externalNumber, reason: describeRefusal(draft, outcome, messages) })
  }
  return { counts: { ...counts, created, unchanged, refused: counts.refused + left.length }, left, different }
}

function describeRefusal(
  { currency }: OrderDraft,
  { reason }: Extract<ImportOutcome, { outcome: 'refused' }>,
  { refused }: ImportMessages,
): string {
  return reason === 'incoherent' ? refused.inconsistent : refused.ledgerFull(currency)
}

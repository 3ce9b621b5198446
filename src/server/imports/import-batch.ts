import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { LeftOrder } from '#server/imports/import-journal.ts'
import type { ImportCounts } from '#server/imports/import-tally.ts'
import type { ImportMessages } from '#server/imports/row.ts'
import { importDrafts, type ImportOutcome } from '#server/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'

/** An order of a file that could be read. */
export interface ReadDraft {
  position: number
  line: number
  draft: OrderDraft
}

/**
 * So many orders are looked up and written at once on SQLite, where more take more memory (14 MB for 1,000). PostgreSQL takes all,
 * because each of its statements waits for an answer.
 */
const ordersAtOnce = 500

/** Imports the orders of a batch; see `importDrafts`. */
export async function importInSteps(
  transaction: Transaction,
  context: RequestContext,
  drafts: readonly OrderDraft[],
  parameters: { file: string; import: string },
): Promise<ImportOutcome[]> {
  const atOnce = isSqlite(transaction) ? ordersAtOnce : drafts.length
  const outcomes: ImportOutcome[] = []
  for (let start = 0; start < drafts.length; start += atOnce)
    outcomes.push(...(await importDrafts(transaction, context, drafts.slice(start, start + atOnce), parameters)))
  return outcomes
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

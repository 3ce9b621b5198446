import { inTransaction, requirePermission } from '#server/auth/access.ts'
import type { AuthenticatedContext, CurrentUser } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { alone, type Authority, recordEntryEvent } from '#server/finance/manual/manual-entry.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { listPostedAmounts } from '#server/finance/matching/entry-postings-store.ts'
import { requireInTransit } from '#server/finance/matching/require-in-transit.ts'
import { matchSource } from '#server/finance/matching/post-match-entries.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { listSettledDocuments } from '#server/finance/matching/settled-postings-store.ts'
import { type SettledDocument, undoSettlement } from '#server/orders/money/provider-reports.ts'
import { documentPermissions } from '#shared/finance/matching/rules.ts'
import type { MatchResult } from '#shared/finance/matching/views.ts'
import { ProblemError, type ProblemName } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/**
 * Ends a match, and reverses what it posted. Without `canReverse`, throws `match-posts` for one with which a person posted something; `payout-completed` for what
 * was sent in transit of which the bank or the provider has a later line.
 */
export async function endMatch(
  context: AuthenticatedContext,
  { match, reason = '' }: InputOf<'undoMatch'>,
  { canReverse }: { canReverse: boolean },
): Promise<MatchResult> {
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    if (!canReverse && (await findUndoable(transaction, match)).postsByPerson) throw new ProblemError('match-posts')
    return undoIn(transaction, context, alone(transaction, context, actor), actor, { match, reason })
  })
}

/** A match, and whether a person posted something with it. Throws `not-found`, `changed-meanwhile` for one that was undone, and `payout-completed`. */
export async function findUndoable(db: Db, id: string) {
  const named = await store.findMatch(db, id)
  // The other line of an exchange: the entry was posted with the first.
  const main =
    named?.rule === 'exchange' && named.entry_seq === null ? await store.findMatchOfPostings(db, id) : undefined
  const match = main === undefined ? named : await store.findMatch(db, main)
  if (!match) throw new ProblemError('not-found')
  if (match.undone_at !== null) throw new ProblemError('changed-meanwhile')
  if (match.entry_seq !== null) await requireInTransit(db, { seq: match.entry_seq, kind: match.entry_kind ?? '' })
  return { ...match, postsByPerson: match.entry_kind !== null && match.entry_kind !== 'fee.provider' }
}

/** Undoes a match in a transaction that has the lock of the ledger. Throws `permission-denied` where that takes back a settlement, for a user who may not. */
export async function undoIn(
  transaction: Transaction,
  context: AuthenticatedContext,
  authority: Authority,
  actor: CurrentUser,
  { match: named, reason }: { match: string; reason: string },
): Promise<MatchResult> {
  const match = await findUndoable(transaction, named)
  const { id } = match
  if (match.rule === 'settlement') requirePermission(context, documentPermissions.settlement)
  const at = context.kontor.now()
  if (match.entry_seq !== null && match.postsByPerson)
    await authority.requireAllowed(await listPostedAmounts(transaction, match.entry_seq))
  const entry =
    match.entry_seq === null
      ? null
      : await reverseEntry(transaction, context, {
          seq: match.entry_seq,
          memo: reason,
          source: matchSource,
          externalId: `undo:${id}`,
        })
  // Counts against the limits of the user, as what was posted did.
  if (entry !== null && match.entry_seq !== null && match.postsByPerson)
    await recordEntryEvent(transaction, context, authority, entry, { reverses: match.entry_seq })
  const undo = async (each: { id: string; code: string }, reversal: number | null): Promise<void> => {
    const undone = { match_id: each.id, reason, undone_at: at, undone_by: actor.id, entry_seq: reversal }
    await store.insertUndo(transaction, undone)
    await recordEvents(transaction, context, {
      action: 'match.undone',
      objectType: 'match',
      objectId: each.id,
      objectLabel: each.code,
      parameters: { account: each.code, ...(reason && { reason }), ...(reversal !== null && { entry: reversal }) },
      at,
    })
  }
  await undo(match, entry)
  if (match.rule === 'exchange' && match.entry_seq !== null)
    for (const partner of await store.listMatchesOfEntry(transaction, match.entry_seq)) await undo(partner, null)
  if (match.rule === 'settlement') await takeSettlementBack(transaction, context, actor, { match: id, reason })
  return { match: id, entry, account: match.code }
}

/** What a line said of a document in another currency is taken back with its match, unless refunds or payouts depend on it by now: then the line can be matched with it again. */
async function takeSettlementBack(
  transaction: Transaction,
  context: AuthenticatedContext,
  actor: CurrentUser,
  { match, reason }: { match: string; reason: string },
): Promise<void> {
  const links = await listSettledDocuments(transaction, match)
  for (const ofEntry of Map.groupBy(links, ({ seq }) => seq).values()) {
    const numberOf = (type: string): string => ofEntry.find((link) => link.type === type)?.number ?? ''
    const refund = numberOf('refund')
    const document: SettledDocument = {
      order: numberOf('order'),
      ...(refund === '' ? { payment: numberOf('payment') } : { refund }),
    }
    try {
      await undoSettlement(transaction, context, actor, document, reason)
    } catch (error) {
      if (!(error instanceof ProblemError) || !staysSettled.has(error.problem)) throw error
    }
  }
}

const staysSettled: ReadonlySet<string> = new Set<ProblemName>([
  'settlement-used',
  'document-matched',
  'refund-decided',
])

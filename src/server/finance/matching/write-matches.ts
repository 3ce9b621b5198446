import { toMatchRows } from '#server/finance/matching/match-rows.ts'
import { postMatchEntries } from '#server/finance/matching/post-match-entries.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import type { RequestContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { hashMatches } from '#server/finance/matching/hash-match.ts'
import * as store from '#server/finance/matching/match-store.ts'

/**
 * Makes matches in one batch with one event, and returns their ids. Takes the lock of the ledger, so that two at once cannot have the same line; leaves out
 * matches of which something is no longer open, and returns those it made.
 */
export async function writeMatches(
  transaction: Transaction,
  context: RequestContext,
  account: MatchedAccount,
  userId: string,
  wanted: readonly NewMatch[],
): Promise<{ id: string; entry: number | null; match: NewMatch }[]> {
  await lockLedger(transaction)
  const matches = await leaveOutTaken(transaction, wanted)
  if (matches.length === 0) return []
  const at = context.kontor.now()
  const batchId = newId()
  const ids = matches.map(() => newId())
  const entries = await postMatchEntries(transaction, context, account, matches, ids)
  const rows = toMatchRows(matches, ids, entries, { batchId, at, userId, account })
  await store.insertMatches(transaction, batchId, rows)
  const [first] = matches
  await recordEvents(transaction, context, {
    action: first?.method === 'ignored' ? 'match.ignored' : 'match.made',
    objectType: 'match',
    objectId: batchId,
    objectLabel: account.code,
    parameters: {
      account: account.code,
      lines: matches.reduce((count, { lines }) => count + lines.length, 0),
      method: first?.method ?? 'auto',
      ...(first?.reason ? { reason: first.reason } : {}),
      matchesHash: hashMatches(rows),
    },
    at,
  })
  return matches.map((match, index) => ({ id: ids[index] ?? '', entry: entries[index]?.seq ?? null, match }))
}

async function leaveOutTaken(transaction: Transaction, wanted: readonly NewMatch[]): Promise<NewMatch[]> {
  const open = await store.findStillOpenLines(
    transaction,
    wanted.flatMap(({ lines }) => lines),
  )
  const taken = await store.findTakenPostings(
    transaction,
    wanted.flatMap(({ postings, paidOut = [] }) => [...postings, ...paidOut].map(({ entry }) => entry)),
  )
  return wanted.filter(
    ({ lines, postings, paidOut = [] }) =>
      lines.every(({ id }) => open.has(id)) &&
      postings.every(({ id }) => !taken.has(`${id} matched`)) &&
      paidOut.every(({ id }) => !taken.has(`${id} paid_out`)),
  )
}

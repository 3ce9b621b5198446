import type { RequestContext } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { hashMatches, type MatchRows } from '#server/finance/matching/hash-match.ts'
import * as store from '#server/finance/matching/match-store.ts'
import { listPostingsOfEntries } from '#server/finance/matching/entry-postings-store.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import { directedAmount, type MatchEntry } from '#shared/finance/matching/match-entry.ts'
import { type MatchMethod, type MatchRule, matchRules } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'
import { timeAt } from '#shared/time.ts'

/** The account that lines are matched with. */
export interface MatchedAccount {
  id: string
  code: string
  currency: string
  role: AccountRole
}

/** A match to be made: lines, the postings that they equal, and what is posted so that they do. */
export interface NewMatch {
  method: MatchMethod
  rule: MatchRule | null
  reason?: string
  /** The memo of its entry; what its first line says without one. */
  memo?: string
  lines: readonly OpenLineRow[]
  postings: readonly OpenPostingRow[]
  /** The items of a payout. */
  paidOut?: readonly OpenPostingRow[]
  /** The account of the role `other` of its entry. */
  otherId?: string | null
  entry: MatchEntry | null
  /** A line of another account that is matched with the posting of its entry there. */
  partner?: { account: MatchedAccount; line: OpenLineRow }
  /** The event on a document that the line reports; that event posts the entry, not the match. */
  report?: ReportedDocument
}

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
  const rows = toRows(matches, ids, entries, { batchId, at, userId, account })
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

interface PostedEntry {
  seq: number
  postings: PostedPosting[]
}
type PostedPosting = Awaited<ReturnType<typeof listPostingsOfEntries>>[number]

/** Noon of the day of the last line, or now if that is earlier. */
export const timeOfLines = ({ kontor }: RequestContext, lines: readonly Pick<OpenLineRow, 'day'>[]): number => {
  const last =
    lines
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? ''
  return Math.min(timeAt(last, noonMs, kontor.book.timeZone), kontor.now())
}

/** Posts what the matches post, at noon of the day of their last line; for each match its entry. */
async function postMatchEntries(
  transaction: Transaction,
  context: RequestContext,
  account: MatchedAccount,
  matches: readonly NewMatch[],
  ids: readonly string[],
): Promise<(PostedEntry | undefined)[]> {
  const { book } = context.kontor
  const purposes = matches.flatMap(({ entry }) =>
    (entry?.lines ?? []).flatMap(({ role, currency = account.currency }) =>
      role === 'account' || role === 'other' ? [] : [{ role, provider: '', currency }],
    ),
  )
  const accountIdOf = await resolveAccounts(transaction, book.currency, purposes)
  const drafts = matches.flatMap(({ entry, lines, memo, otherId }, index): { index: number; draft: EntryDraft }[] => {
    const [first] = lines
    if (!entry || !first) return []
    return [
      {
        index,
        draft: {
          kind: entry.kind,
          occurredAt: timeOfLines(context, lines),
          memo: memo ?? toMemo(first),
          source: matchSource,
          externalId: ids[index] ?? '',
          links: [],
          lines: entry.lines.map(({ role, amountMinor, currency = account.currency }) => ({
            accountId:
              role === 'account'
                ? account.id
                : role === 'other'
                  ? (otherId ?? '')
                  : accountIdOf({ role, provider: '', currency }),
            amountMinor,
          })),
        },
      },
    ]
  })
  const capacity = await openCapacity(transaction)
  for (const { entry } of matches)
    for (const [currency, lines] of Map.groupBy(entry?.lines ?? [], (line) => line.currency ?? account.currency))
      if (!capacity.reserve(currency, lines)) throw new ProblemError('ledger-full', { currency })
  const numbers = await postEntries(
    transaction,
    context,
    drafts.map(({ draft }) => draft),
  )
  const postings = Map.groupBy(await listPostingsOfEntries(transaction, numbers), ({ entry_seq }) => entry_seq)
  const posted: (PostedEntry | undefined)[] = matches.map(() => undefined)
  for (const [position, { index }] of drafts.entries()) {
    const seq = numbers[position] ?? 0
    posted[index] = { seq, postings: postings.get(seq) ?? [] }
  }
  return posted
}

/** The memo of an entry that a match posts. */
export const toMemo = ({ counterparty, description }: Pick<OpenLineRow, 'counterparty' | 'description'>): string =>
  [counterparty, description]
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 200)

/** The source of entries that matches post; their external id is that of the match. */
export const matchSource = 'matching'
const noonMs = 12 * 3_600_000

function toRows(
  matches: readonly NewMatch[],
  ids: readonly string[],
  entries: readonly (PostedEntry | undefined)[],
  { batchId, at, userId, account }: { batchId: string; at: number; userId: string; account: MatchedAccount },
): MatchRows {
  return {
    matches: matches.map(({ method, rule, reason = '' }, index) => ({
      id: ids[index] ?? '',
      batch_id: batchId,
      account_id: account.id,
      method,
      rule: rule ?? '',
      rule_version: rule === null ? 0 : matchRules[rule].version,
      reason,
      matched_at: at,
      matched_by: userId,
      entry_seq: entries[index]?.seq ?? null,
    })),
    lines: matches.flatMap(({ lines, postings, entry }, index) =>
      lines.map((line) => ({
        match_id: ids[index] ?? '',
        statement_id: line.statementId,
        line_number: line.lineNumber,
        amount_minor: directedAmount(
          line,
          add(...(postings.length > 0 ? postings : ofAccount(entry)).map(({ amountMinor }) => amountMinor)),
        ),
      })),
    ),
    postings: matches.flatMap(({ postings, paidOut = [] }, index) => {
      const match_id = ids[index] ?? ''
      const toRow = (posting: PostedPosting, purpose: 'matched' | 'paid_out') => ({
        match_id,
        ...posting,
        purpose,
        is_live: 1,
      })
      return [
        ...[...postings.map(toColumns), ...(entries[index]?.postings ?? [])]
          .filter(({ account_id }) => account_id === account.id)
          .map((posting) => toRow(posting, 'matched')),
        ...paidOut.map((posting) => toRow(toColumns(posting), 'paid_out')),
      ]
    }),
  }
}

/** What an entry posts to the account of its match. */
const ofAccount = (entry: MatchEntry | null): MatchEntry['lines'] =>
  entry?.lines.filter(({ role }) => role === 'account') ?? []

const toColumns = ({ entry, position, accountId, day, amountMinor }: OpenPostingRow): PostedPosting => ({
  entry_seq: entry,
  position,
  account_id: accountId,
  accounting_day: day,
  amount_minor: amountMinor,
})

import type { PostedEntry, PostedPosting } from '#server/finance/matching/post-match-entries.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import type { MatchRows } from '#server/finance/matching/hash-match.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import { directedAmount, type MatchEntry } from '#shared/finance/matching/match-entry.ts'
import { matchRules } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'

/** The rows of matches with their lines and postings, in the order of `ids` and `entries`. */
export function toMatchRows(
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

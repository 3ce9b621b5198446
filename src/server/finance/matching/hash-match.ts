import type { MatchesTable, MatchLinesTable, MatchPostingsTable } from '#server/db/schema/matching.ts'
import { hashLink } from '#server/db/hash-chain.ts'

/** Matches with their lines and postings, in the order in which they are hashed. */
export interface MatchRows {
  matches: readonly MatchesTable[]
  lines: readonly MatchLinesTable[]
  postings: readonly MatchPostingsTable[]
}

/** The hash over the matches of a batch, for its event: whether they are still live is no part of it. */
export function hashMatches({ matches, lines, postings }: MatchRows): string {
  const linesOf = Map.groupBy(lines, ({ match_id }) => match_id)
  const postingsOf = Map.groupBy(postings, ({ match_id }) => match_id)
  let hash = ''
  for (const match of matches.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    hash = hashLink(hash, [
      match.id,
      match.account_id,
      match.method,
      match.rule,
      match.rule_version,
      match.reason,
      match.matched_at,
      match.matched_by,
      match.entry_seq,
    ])
    const ofMatch = (linesOf.get(match.id) ?? []).toSorted(
      (a, b) => compare(a.statement_id, b.statement_id) || a.line_number - b.line_number,
    )
    for (const line of ofMatch) hash = hashLink(hash, [line.statement_id, line.line_number, line.amount_minor])
    for (const posting of (postingsOf.get(match.id) ?? []).toSorted(
      (a, b) => a.entry_seq - b.entry_seq || a.position - b.position,
    ))
      hash = hashLink(hash, [
        posting.entry_seq,
        posting.position,
        posting.purpose,
        posting.account_id,
        posting.accounting_day,
        posting.amount_minor,
      ])
  }
  return hash
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

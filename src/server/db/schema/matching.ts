import type { MatchMethod } from '#shared/finance/matching/rules.ts'

export interface MatchingTables {
  matches: MatchesTable
  match_undos: MatchUndosTable
  match_lines: MatchLinesTable
  match_postings: MatchPostingsTable
  line_follow_ups: LineFollowUpsTable
}

export interface MatchesTable {
  id: string
  batch_id: string
  account_id: string
  method: MatchMethod
  /** A `MatchRule`, or one of another version; empty for what a person chose. */
  rule: string
  rule_version: number
  reason: string
  matched_at: number
  matched_by: string
  entry_seq: number | null
}

export interface MatchUndosTable {
  match_id: string
  reason: string
  undone_at: number
  undone_by: string
  entry_seq: number | null
}

export interface MatchLinesTable {
  match_id: string
  statement_id: string
  line_number: number
  amount_minor: number
}

export interface MatchPostingsTable {
  match_id: string
  entry_seq: number
  position: number
  purpose: 'matched' | 'paid_out'
  account_id: string
  accounting_day: string
  amount_minor: number
  is_live: number
}

export interface LineFollowUpsTable {
  statement_id: string
  line_number: number
  owner_id: string | null
  wait_until: string
  wait_reason: string
  due_on: string
}

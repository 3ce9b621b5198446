import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import type { MatchMethod, MatchRule } from '#shared/finance/matching/rules.ts'

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

import { hashLink } from '#server/db/hash-chain.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import type { ReportedDocument } from '#server/finance/matching/reported-documents.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import type { MatchRule } from '#shared/finance/matching/rules.ts'

/** What the rules propose for a line, for a person to confirm. */
export interface Proposal {
  rule: MatchRule
  /** Lines that are matched together with it. */
  otherLines?: readonly OpenLineRow[]
  postings: readonly OpenPostingRow[]
  paidOut: readonly OpenPostingRow[]
  /** The id of the account of the role `other` of its entry; null where it has none. */
  otherId: string | null
  entry: MatchEntry | null
  /** The line of another account that is matched with it, with the posting of the entry there. */
  partner?: { account: MatchedAccount; line: OpenLineRow }
  /** The event on a document that the line reports and that posts the entry. */
  report?: ReportedDocument
  /** Changes with everything that it says. */
  fingerprint: string
}

/** A proposal with its fingerprint. */
export function toProposal(proposal: Omit<Proposal, 'fingerprint'>): Proposal {
  const { rule, otherLines = [], postings, paidOut, otherId, entry, report, partner } = proposal
  const fingerprint = hashLink('', [
    rule,
    otherId ?? '',
    ...(report ? [JSON.stringify(report)] : []),
    ...(partner ? [partner.line.id] : []),
    ...[...otherLines, ...postings, ...paidOut].map(({ id }) => id),
    ...(entry?.lines ?? []).flatMap(({ role, amountMinor }) => [role, amountMinor]),
  ])
  return { ...proposal, fingerprint }
}

/** What the file says of a line in words. */
export const textOf = ({ description, counterparty }: OpenLineRow): string => `${description} ${counterparty}`

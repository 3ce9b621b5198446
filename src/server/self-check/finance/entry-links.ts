import type { StoredEntry } from '#server/self-check/finance/entry-rows.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'

const refundLinks = 'order,payment,refund' satisfies `${LinkType},${LinkType},${LinkType}`
const customerLink = 'customer' satisfies LinkType
const disputeLinks = 'dispute,order,payment' satisfies `${LinkType},${LinkType},${LinkType}`

/** The links of a reversal are compared with those of the entry that it reverses. */
const requiredLinks: Readonly<Record<string, string>> = {
  'payment.captured': 'order,payment' satisfies `${LinkType},${LinkType}`,
  'refund.succeeded': refundLinks,
  'refund.returned': refundLinks,
  'refund.cancelled': refundLinks,
  'refund.credited': refundLinks,
  'credit.used': 'order,payment' satisfies `${LinkType},${LinkType}`,
  'dispute.opened': disputeLinks,
  'dispute.won': disputeLinks,
  'dispute.lost': disputeLinks,
  'dispute.offset': disputeLinks,
  'payment.settled': 'order,payment' satisfies `${LinkType},${LinkType}`,
  'refund.settled': refundLinks,
  'fx.realised': 'order,payment' satisfies `${LinkType},${LinkType}`,
  'order.cancelled': 'order' satisfies LinkType,
  'order.edited': 'order' satisfies LinkType,
  'order.written_off': 'order' satisfies LinkType,
  // What matches post is compared with them (`matching/matches.ts`).
  'currency.exchanged': '',
  'payout.created': '',
  'payout.arrived': '',
  'payout.short': '',
  'payout.failed': '',
  'transfer.arrived': '',
  'fee.provider': '',
  'fee.bank': '',
  'interest.received': '',
  'receipt.unknown': '',
  'payment.unknown': '',
  'difference.small': '',
  'line.posted': '',
  'entry.manual': '',
  'period.closed': 'period' satisfies LinkType,
} satisfies Record<Exclude<EntryKind, 'entry.reversed'>, string>

/** An entry is linked with the documents that its kind needs, and with a customer if it posts to store credit. `verifyLinkedDocuments` compares them with the documents. */
export function verifyEntryLinks(findings: Findings, { entry, links, accounts }: StoredEntry): void {
  if (entry.reverses !== null) return
  let types = ''
  for (const { type } of links) types += types === '' ? type : `,${type}`
  const required = requiredLinks[entry.kind]
  const isCredit = accounts.some((account) => account?.role === 'store_credit')
  const expected = isCredit && required !== undefined ? customerLink + (required && `,${required}`) : required
  if (types !== expected)
    findings.addViolation('entries-have-documents', `ledger_entries ${entry.seq}: links ${types} ≠ ${expected}`)
}

import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'

/** The links of a reversal are compared with those of the entry that it reverses. */
const requiredLinks: Readonly<Record<string, string>> = {
  'payment.captured': 'order,payment' satisfies `${LinkType},${LinkType}`,
  'refund.succeeded': 'order,payment,refund' satisfies `${LinkType},${LinkType},${LinkType}`,
  'order.cancelled': 'order' satisfies LinkType,
  'order.edited': 'order' satisfies LinkType,
  'order.written_off': 'order' satisfies LinkType,
  // What matches post is compared with them (`verify/matches.ts`).
  'payout.arrived': '',
  'transfer.arrived': '',
  'fee.provider': '',
  'fee.bank': '',
  'interest.received': '',
  'receipt.unknown': '',
  'payment.unknown': '',
  'difference.small': '',
  'entry.manual': '',
} satisfies Record<Exclude<EntryKind, 'entry.reversed'>, string>

/** Every entry is linked with the documents that its kind needs. `verifyLinks` compares them with the documents. */
export function verifyDocuments(
  findings: Findings,
  entries: readonly LedgerEntriesTable[],
  linksOf: (entry: LedgerEntriesTable) => readonly LedgerLinksTable[],
): void {
  for (const entry of entries) {
    if (entry.reverses !== null) continue
    const types = linksOf(entry)
      .map(({ type }) => type)
      .toSorted()
      .join()
    if (types !== requiredLinks[entry.kind])
      findings.addViolation(
        'entries-have-documents',
        `ledger_entries ${entry.seq}: links ${types} ≠ ${requiredLinks[entry.kind]}`,
      )
  }
  findings.examined(entries.length, 'entries-have-documents')
}

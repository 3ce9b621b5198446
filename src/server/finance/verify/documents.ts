import type { Db } from '#server/db/database.ts'
import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/ledger-store.ts'
import type { EntryKind, LinkType } from '#shared/finance/ledger.ts'

/** The links of a reversal are compared with those of the entry that it reverses. */
const requiredLinks: Readonly<Record<string, LinkType[]>> = {
  'payment.captured': ['order', 'payment'],
  'refund.succeeded': ['order', 'payment', 'refund'],
} satisfies Record<Exclude<EntryKind, 'entry.reversed'>, LinkType[]>

/** Every entry is linked with the documents that its kind needs, and they exist with that number and of that order. */
export async function verifyDocuments(
  db: Db,
  findings: Findings,
  entries: readonly LedgerEntriesTable[],
  links: ReadonlyMap<number, LedgerLinksTable[]>,
): Promise<void> {
  const all = entries.flatMap(({ seq }) => links.get(seq) ?? [])
  const collectIds = (type: LinkType): string[] => [
    ...new Set(all.filter((link) => link.type === type).map(({ object_id }) => object_id)),
  ]
  const found = await store.findDocuments(db, {
    order: collectIds('order'),
    payment: collectIds('payment'),
    refund: collectIds('refund'),
  })
  const documents = new Map<string, { number: string; order_id: string }>(
    (['order', 'payment', 'refund'] as const).flatMap((type) =>
      found[type].map((row) => [`${type} ${row.id}`, row] as const),
    ),
  )
  for (const entry of entries) {
    const entryLinks = links.get(entry.seq) ?? []
    const types = entryLinks.map(({ type }) => type).toSorted()
    if (entry.reverses === null)
      findings.expectEqual(
        'entries-have-documents',
        `ledger_entries ${entry.seq}`,
        'links',
        types.join(),
        requiredLinks[entry.kind]?.join(),
      )
    const orderId = entryLinks.find(({ type }) => type === 'order')?.object_id
    for (const { type, object_id, number } of entryLinks) {
      const row = `ledger_links ${entry.seq} ${type}`
      const document = documents.get(`${type} ${object_id}`)
      if (!document) findings.addViolation('entries-have-documents', `${row}: no ${type} ${number}`)
      else {
        findings.expectEqual('entries-have-documents', row, 'number', number, document.number)
        findings.expectEqual('entries-have-documents', row, 'order', document.order_id, orderId)
      }
    }
  }
  findings.examined(entries.length, 'entries-have-documents')
}

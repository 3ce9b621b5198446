import type { Db } from '#server/db/database.ts'
import type { LedgerEntryTaxesTable, LedgerLinksTable, LedgerPostingsTable } from '#server/db/schema/ledger.ts'
import * as store from '#server/self-check/finance/entries-store.ts'
import type { StoredEntry } from '#server/self-check/finance/entry-rows.ts'
import type { Findings } from '#server/self-check/findings.ts'

type Entry = Pick<StoredEntry, 'entry' | 'postings' | 'links' | 'taxes'>

/** Every reversal mirrors an earlier entry: the same accounts, links and tax rates, the opposite amounts, and its kind if it was undone with its import. */
export async function verifyReversals(db: Db, findings: Findings, entries: readonly Entry[]): Promise<void> {
  const reversals = entries.filter(({ entry }) => entry.reverses !== null || entry.kind === 'entry.reversed')
  const numbers = reversals.flatMap(({ entry }) => entry.reverses ?? [])
  const found = await store.loadEntries(db, numbers)
  for (const reversal of reversals) {
    const original = found.entries.find(({ seq }) => seq === reversal.entry.reverses)
    verifyReversal(
      findings,
      reversal,
      original && {
        entry: original,
        postings: found.postings.filter(({ entry_seq }) => entry_seq === original.seq),
        links: found.links.filter(({ entry_seq }) => entry_seq === original.seq),
        taxes: found.taxes.filter(({ entry_seq }) => entry_seq === original.seq),
      },
    )
  }
  findings.examined(entries.length, 'reversals')
}

function verifyReversal(
  findings: Findings,
  { entry, postings, links, taxes }: Entry,
  original: Entry | undefined,
): void {
  const row = `ledger_entries ${entry.seq}`
  if (entry.kind !== original?.entry.kind || original.entry.reverses !== null)
    findings.expectEqual('reversals', row, 'kind', entry.kind, 'entry.reversed')
  if (!original || original.entry.seq >= entry.seq)
    return findings.addViolation('reversals', `${row}: reverses ${entry.reverses}, which is not an earlier entry`)
  if (original.entry.reverses !== null)
    findings.addViolation('reversals', `${row}: reverses ${entry.reverses}, which is a reversal`)
  const describe = (all: readonly LedgerPostingsTable[], sign: 1 | -1): string =>
    all.map(({ account_id, amount_minor }) => `${account_id} ${sign * amount_minor}`).join(', ')
  findings.expectEqual('reversals', row, 'postings', describe(postings, 1), describe(original.postings, -1))
  const describeLinks = (all: readonly LedgerLinksTable[]): string =>
    all
      .map(({ type, object_id, number }) => `${type} ${number} ${object_id}`)
      .toSorted()
      .join(', ')
  findings.expectEqual('reversals', row, 'links', describeLinks(links), describeLinks(original.links))
  const describeTaxes = (all: readonly LedgerEntryTaxesTable[], sign: 1 | -1): string =>
    all
      .map(({ tax_rate, currency, net_minor, tax_minor }) =>
        [tax_rate, currency, sign * net_minor, sign * tax_minor].join(' '),
      )
      .toSorted()
      .join(', ')
  findings.expectEqual('reversals', row, 'taxes', describeTaxes(taxes, 1), describeTaxes(original.taxes, -1))
}

/** No entry is reversed more than once. */
export async function verifyReversedOnce(db: Db, findings: Findings): Promise<void> {
  for (const { reverses } of await store.findReversedTwice(db, 20))
    findings.addViolation('reversals', `ledger_entries ${reverses}: reversed more than once`)
}

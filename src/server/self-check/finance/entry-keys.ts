import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import * as store from '#server/self-check/finance/entries-store.ts'
import { countFlows, countTaxRows } from '#server/self-check/finance/entry-flows-store.ts'
import { verifyReversedOnce } from '#server/self-check/finance/reversals.ts'
import { verifyStoreCredit } from '#server/self-check/finance/store-credit.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'

/** How many rows the tables of flows and of taxes have, which have some for each entry. */
export interface LedgerRowCounts {
  flows: number
  taxes: number
}

/** Compares what only all entries together show: their keys, that each is reversed once at most, and store credit. Counts the rows that belong to entries. */
export async function verifyEntryKeys(db: Db, findings: Findings, progress: Progress): Promise<LedgerRowCounts> {
  await verifyReversedOnce(db, findings)
  await verifyStoreCredit(db, findings)
  // Entries with the same key are in the same slice.
  for await (const slice of keySlices(db, { name: 'ledger_entries', primaryKey: ['source', 'external_id'] })) {
    for (const { source, external_id } of await store.findDuplicateKeys(db, slice))
      findings.addViolation('entry-keys-unique', `ledger_entries ${source} ${external_id}`)
    await progress.advance(0)
  }
  return { flows: await countFlows(db), taxes: await countTaxRows(db) }
}

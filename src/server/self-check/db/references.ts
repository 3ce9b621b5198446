import type { Db } from '#server/db/database.ts'
import { keySlices } from '#server/db/key-slices.ts'
import { describeTables } from '#server/db/tables.ts'
import * as store from '#server/self-check/db/references-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { listPartsOfPacked } from '#server/self-check/orders/tokens/packed-postings-store.ts'
import { findMissingBeginnings } from '#server/self-check/orders/tokens/token-beginnings-store.ts'
import type { Progress } from '#server/self-check/progress.ts'

/**
 * Other checks read these rows with the order or entry that they belong to, and name those that belong to none. They are most of the rows
 * that refer to others.
 */
const readWithTheirParent: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'order_lines',
    'order_imports',
    // Read in the order of their orders (`findStrayRows`).
    'customer_contacts',
    'payments',
    'refunds',
    'disputes',
    'shipments',
    'documents',
  ],
  order_lines: ['shipment_lines'],
  ledger_accounts: ['ledger_postings'],
  ledger_entries: ['ledger_entries'],
}

const partProblems: Readonly<Record<Exclude<store.PartProblem, 'unknown'>, string>> = {
  'other-tokens': 'has tokens of other parts',
  'placed-later': 'has orders that were placed after its last time',
}

/** Every foreign key refers to a row that exists, even where constraints were switched off when it was written. */
export async function verifyReferences(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for (const table of await describeTables()) {
    const foreignKeys = table.foreignKeys.filter(
      ({ referencedTable }) => !readWithTheirParent[referencedTable]?.includes(table.name),
    )
    if (foreignKeys.length === 0) continue
    for await (const slice of keySlices(db, table)) {
      if (slice.rows === 0) continue
      const orphaned = (await store.hasOrphans(db, table, foreignKeys, slice)) ? foreignKeys : []
      for (const foreignKey of orphaned)
        for (const { key, value } of await store.findOrphans(db, table, foreignKey, slice))
          findings.addViolation(
            'references',
            `${table.name} ${key}: no ${foreignKey.referencedTable} ${value} (${foreignKey.columns.join(', ')})`,
          )
      findings.examined(slice.rows, 'references')
      await progress.advance(0)
    }
  }
  for await (const { orders, orphans } of store.tokenSlices(db)) {
    for (const key of orphans) findings.addViolation('references', `order_tokens ${key}: no order`)
    findings.examined(orders, 'references')
    await progress.advance(0)
  }
  for (const { part, problem } of await store.findStrayParts(db))
    if (problem === 'unknown') findings.addViolation('references', `order_tokens: no token_parts ${part}`)
    else findings.addViolation('search-tokens', `token_parts ${part}: ${partProblems[problem]}`)
  for (const token of await findMissingBeginnings(db, progress))
    findings.addViolation('search-tokens', `token_beginnings: ${token} is missing`)
  for (const part of await listPartsOfPacked(db))
    findings.addViolation('search-tokens', `packed_postings: part ${part} is not packed`)
  for (const { table, key } of await store.findStrayRows(db))
    findings.addViolation('references', `${table} ${key}: belongs to nothing`)
}

import type { Db } from '#server/db/database.ts'
import { describeTables } from '#server/db/tables.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import { keySlices } from '#server/db/key-slices.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import * as store from '#server/finance/verify/references-store.ts'

/** Every foreign key refers to a row that exists, even where constraints were switched off when it was written. */
export async function verifyReferences(db: Db, findings: Findings, progress: Progress): Promise<void> {
  for (const table of await describeTables()) {
    // Search tokens are by far the most rows and are read with their order anyway.
    if (table.foreignKeys.length === 0 || table.name === 'order_tokens') continue
    for await (const slice of keySlices(db, table)) {
      for (const foreignKey of table.foreignKeys)
        for (const { key, value } of await store.findOrphans(db, table, foreignKey, slice))
          findings.addViolation(
            'references',
            `${table.name} ${key}: no ${foreignKey.referencedTable} ${value} (${foreignKey.columns.join(', ')})`,
          )
      findings.examined(slice.rows, 'references')
      await progress.advance(0)
    }
  }
}

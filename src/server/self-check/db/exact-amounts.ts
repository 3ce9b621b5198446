import type { Db } from '#server/db/database.ts'
import { describeTables } from '#server/db/tables.ts'
import { findInexactRows } from '#server/self-check/db/exact-amounts-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

/** Finds numbers that JavaScript cannot represent exactly, by comparing in the database. */
export async function verifyExactAmounts(db: Db, findings: Findings): Promise<void> {
  for (const table of await describeTables())
    for (const column of table.integerColumns) {
      findings.examined(1, 'amounts-exact')
      for (const { key, value } of await findInexactRows(db, table, column))
        findings.addViolation('amounts-exact', `${table.name} ${key}: ${column} ${value}`)
    }
}

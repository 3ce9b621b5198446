import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { listIndexDamage, countIndexes } from '#server/self-check/db/indexes-store.ts'

/**
 * Every index of a SQLite file has each row of its table once: through one that does not, a list would miss rows that all other checks find. Reads the
 * whole file in one statement.
 */
export async function verifyIndexes(db: Db, findings: Findings): Promise<void> {
  for (const damage of await listIndexDamage(db)) findings.addViolation('indexes', damage)
  findings.examined(await countIndexes(db), 'indexes')
}

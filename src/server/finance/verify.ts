import type { Kontor } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { verifyCredentials } from '#server/auth/verify.ts'
import { countUnsealedEvents } from '#server/events/events.ts'
import { verifyEvents } from '#server/events/verify.ts'
import { verifyLedger } from '#server/finance/verify/entries.ts'
import { findInexact } from '#server/finance/verify/exact.ts'
import { Findings } from '#server/finance/verify/findings.ts'
import { verifyOrders } from '#server/finance/verify/orders.ts'
import { checkIds } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'

/**
 * Runs every check on one snapshot, read in slices, so that it needs little memory and others can work meanwhile. An amount that cannot
 * be read exactly fails every check.
 */
export async function verify({
  database,
  book,
  now,
}: Pick<Kontor, 'database' | 'book' | 'now'>): Promise<Verification> {
  const at = now()
  const findings = new Findings()
  try {
    return await database.inSnapshot(async (db) => {
      await verifyLedger(db, book, findings)
      await verifyOrders(db, findings)
      await verifyEvents(db, findings)
      await verifyCredentials(db, findings)
      return { at, checks: findings.all(), unsealedEvents: await countUnsealedEvents(db) }
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return database.inSnapshot(async (db) => ({
      at,
      checks: await reportInexactAmounts(db),
      unsealedEvents: await countUnsealedEvents(db),
    }))
  }
}

async function reportInexactAmounts(db: Db): Promise<Verification['checks']> {
  const findings = new Findings()
  for (const id of checkIds) if (id !== 'amounts-exact') findings.addViolation(id, '→ amounts-exact')
  await findInexact(db, findings)
  return findings.all()
}

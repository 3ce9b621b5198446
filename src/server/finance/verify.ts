import type { Kontor } from '#server/context.ts'
import type { Reader } from '#server/db/database.ts'
import { findInexact } from '#server/finance/verify-exact.ts'
import { verifyLedger } from '#server/finance/verify-ledger.ts'
import { verifyOrders } from '#server/finance/verify-orders.ts'
import { type CheckId, checkIds } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'

/** Rows named for each check; one broken chain would else name every row after it. */
const offenderLimit = 20

/** What the checks find, each under its own name. */
export class Findings {
  readonly #checks = new Map(checkIds.map((id) => [id, { id, holds: true, examined: 0, offenders: [] as string[] }]))

  /** Counts rows that were looked at for these checks. */
  examined(rows: number, ...ids: CheckId[]): void {
    for (const id of ids) this.#check(id).examined += rows
  }

  /** Names a row that breaks a check: `table key: column value ≠ expected`. */
  offends(id: CheckId, row: string): void {
    const check = this.#check(id)
    check.holds = false
    if (check.offenders.length < offenderLimit) check.offenders.push(row)
  }

  /** Names a row where two values differ that must be the same. */
  same(id: CheckId, row: string, column: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.offends(id, `${row}: ${column} ${actual} ≠ ${expected}`)
  }

  all(): Verification['checks'] {
    return [...this.#checks.values()]
  }

  #check(id: CheckId) {
    const check = this.#checks.get(id)
    if (!check) throw new Error(`No check ${id}`)
    return check
  }
}

/**
 * Proves the books: every check on one unchanging state, read in slices, so that it needs little memory and lets others work meanwhile.
 * An amount that cannot be read exactly fails every check.
 */
export async function verify({
  database,
  book,
  now,
}: Pick<Kontor, 'database' | 'book' | 'now'>): Promise<Verification> {
  const at = now()
  const findings = new Findings()
  try {
    await database.inSnapshot(async (reader) => {
      await verifyLedger(reader, book, findings)
      await verifyOrders(reader, findings)
    })
    return { at, checks: findings.all() }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { at, checks: await database.inSnapshot(checksOfInexact) }
  }
}

async function checksOfInexact(reader: Reader): Promise<Verification['checks']> {
  const findings = new Findings()
  for (const id of checkIds) if (id !== 'amounts-exact') findings.offends(id, '→ amounts-exact')
  await findInexact(reader, findings)
  return findings.all()
}

import type { Kontor } from '#server/context.ts'
import { verifyRows } from '#server/self-check/verify.ts'
import { type CheckResult, Findings } from '#server/self-check/findings.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'

/** What the self-check finds, as `check: row`. */
export async function findViolations({ kontor }: TestKontor): Promise<string[]> {
  const checks = await checkRows(kontor)
  return checks.flatMap(({ id, violations }) => violations.map((row) => `${id}: ${row}`))
}

/**
 * The results of the full self-check, which also finds mistakes of an import, without the comparison of the schema, which no request changes: creating a second schema takes PostgreSQL
 * longer than everything else that most tests do.
 */
export async function checkRows({ database }: Pick<Kontor, 'database'>): Promise<CheckResult[]> {
  const findings = new Findings()
  await database.inSnapshot((db) => verifyRows(db, findings, { isFull: true }))
  return findings.results()
}

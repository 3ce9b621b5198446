import { verify } from '#server/finance/verify.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'

/** What the self-check finds, as `check: row`. */
export async function findViolations({ kontor }: TestKontor): Promise<string[]> {
  const { checks } = await verify(kontor)
  return checks.flatMap(({ id, violations }) => violations.map((row) => `${id}: ${row}`))
}

import { type CheckId, checkIds } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'

/** Rows named for each check; one broken chain would else name every row after it. */
const maxViolations = 20

/** What the checks find, each under its own name. */
export class Findings {
  readonly #checks = new Map(checkIds.map((id) => [id, { id, passed: true, examined: 0, violations: [] as string[] }]))

  /** Counts rows that were looked at for these checks. */
  examined(rows: number, ...ids: CheckId[]): void {
    for (const id of ids) this.#check(id).examined += rows
  }

  /** Names a row that breaks a check: `table key: column value ≠ expected`. */
  addViolation(id: CheckId, row: string): void {
    const check = this.#check(id)
    check.passed = false
    if (check.violations.length < maxViolations) check.violations.push(row)
  }

  /** Names a row where two values differ that must be the same. */
  expectEqual(id: CheckId, row: string, column: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.addViolation(id, `${row}: ${column} ${actual} ≠ ${expected}`)
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

import { type CheckId, checkIds } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'

/** Most rows named for each check, as one mistake can break every row after it. */
const maxViolations = 20

/** Collects what the checks find. */
export class Findings {
  readonly #checks = new Map(checkIds.map((id) => [id, { id, passed: true, examined: 0, violations: [] as string[] }]))

  /** Adds to the number of rows that these checks examined. */
  examined(rows: number, ...ids: CheckId[]): void {
    for (const id of ids) this.#check(id).examined += rows
  }

  /** Adds a row that breaks a check: `table key: column value ≠ expected`. */
  addViolation(id: CheckId, row: string): void {
    const check = this.#check(id)
    check.passed = false
    if (check.violations.length < maxViolations) check.violations.push(row)
  }

  /** Adds a row if two values differ that must be equal. */
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

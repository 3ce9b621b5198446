import { type CheckId, checkIds } from '#shared/finance/checks.ts'
import type { Verification } from '#shared/finance/views.ts'

export type CheckResult = Verification['checks'][number]

/** Most rows named for each check, as one mistake can break every row after it. */
export const maxViolations = 20

/** Collects what the checks find. `onDone` gets the result of each check as soon as nothing more can be added to it. */
export class Findings {
  readonly #checks = new Map<CheckId, CheckResult>()
  readonly #done = new Set<CheckId>()
  readonly #onDone: (result: CheckResult) => void

  constructor(onDone: (result: CheckResult) => void = () => {}) {
    this.#onDone = onDone
  }

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

  /** Whether nothing was found so far. */
  passes(id: CheckId): boolean {
    return this.#check(id).passed
  }

  /** These checks have seen all their rows. */
  done(...ids: CheckId[]): void {
    for (const id of ids) {
      if (this.#done.has(id)) throw new Error(`Check ${id} ended twice`)
      this.#done.add(id)
      this.#onDone(this.#check(id))
    }
  }

  /** The checks that are not done, except the one of kept heads, which runs only when there are any. */
  pending(): CheckId[] {
    return checkIds.filter((id) => id !== 'kept-heads' && !this.#done.has(id))
  }

  /** The results of the checks that are done, in the order of `checkIds`. */
  results(): CheckResult[] {
    return checkIds.filter((id) => this.#done.has(id)).map((id) => this.#check(id))
  }

  #check(id: CheckId): CheckResult {
    return this.#checks.getOrInsertComputed(id, () => ({ id, passed: true, examined: 0, violations: [] }))
  }
}

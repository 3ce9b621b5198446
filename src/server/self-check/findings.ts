import { type CheckId, type CheckPart, checksByPart } from '#shared/self-check/checks.ts'
import type { Verification } from '#shared/self-check/verification-views.ts'

export type CheckResult = Verification['checks'][number]

/** How many rows are named for each check at most, because one mistake can break every row after it. */
export const maxViolations = 20

const parts = Object.keys(checksByPart) as CheckPart[]
const onRequest: ReadonlySet<CheckPart> = new Set<CheckPart>(['indexes', 'keptHeads'])

/** Collects what the checks find. `onDone` gets the result of each check as soon as nothing more can be added to it. */
export class Findings {
  readonly #checks = new Map<CheckId, CheckResult>()
  readonly #done = new Set<CheckPart>()
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

  /** Everything collected so far, to be added to other findings. */
  collected(): CheckResult[] {
    return [...this.#checks.values()]
  }

  /** Adds what other findings collected. */
  addAll(checks: readonly CheckResult[]): void {
    for (const { id, examined, violations } of checks) {
      this.examined(examined, id)
      for (const row of violations) this.addViolation(id, row)
    }
  }

  /** The checks of this part have seen all their rows. */
  done(part: CheckPart): void {
    if (this.#done.has(part)) throw new Error(`The checks of ${part} ended twice`)
    this.#done.add(part)
    for (const id of checksByPart[part]) this.#onDone(this.#check(id))
  }

  /** Fails every check that is not done, because of another one, without those that run only on request. */
  failPending(cause: CheckId): void {
    for (const part of parts) {
      if (onRequest.has(part) || this.#done.has(part)) continue
      for (const id of checksByPart[part]) if (id !== cause) this.addViolation(id, `→ ${cause}`)
      this.done(part)
    }
  }

  /** The results of the checks that are done, in the order of `checkIds`. */
  results(): CheckResult[] {
    return parts
      .filter((part) => this.#done.has(part))
      .flatMap((part) => checksByPart[part].map((id) => this.#check(id)))
  }

  #check(id: CheckId): CheckResult {
    return this.#checks.getOrInsertComputed(id, () => ({ id, passed: true, examined: 0, violations: [] }))
  }
}

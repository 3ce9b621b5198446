import { invalidInput } from '#shared/problem.ts'

/** Returns the result of the calculation; throws `invalid-input` for amounts that cannot be added up exactly. */
export function exact<Result>(calculate: () => Result): Result {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof RangeError) throw invalidInput({ pointer: '/lines', reason: 'amounts-too-large' })
    throw error
  }
}

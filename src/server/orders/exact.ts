import { toTooLarge } from '#shared/orders/pricing.ts'
import { invalidInput } from '#shared/problem.ts'

/** Returns the result of the calculation; throws `invalid-input` at the largest of the amounts if they cannot be added up exactly. */
export function exact<Result>(calculate: () => Result, amounts: () => Parameters<typeof toTooLarge>[0]): Result {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof RangeError) throw invalidInput(toTooLarge(amounts()))
    throw error
  }
}

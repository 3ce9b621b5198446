/** The values that both databases store: texts, whole numbers within ±(2^53 − 1), null. */
export type Bindable = string | number | null

/** Returns the parameters of a statement unchanged; throws for a fraction, a number out of range, or a value of another type. */
export function assertBindable(values: readonly unknown[]): Bindable[] {
  for (const value of values) assertBindableValue(value)
  return values as Bindable[]
}

/** The same for one value. */
export function assertBindableValue(value: unknown): Bindable {
  if (typeof value === 'string' || value === null) return value
  if (typeof value !== 'number') throw new TypeError(`A parameter is a ${typeof value}`)
  if (!Number.isSafeInteger(value)) throw new RangeError('A parameter is not a whole number within the exact range')
  return value
}

/** Converts a number, or its digits, from a database; throws for a whole number out of the exact range. */
export function toSafeNumber(value: number | string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) && Number.isInteger(number)) throw new RangeError('A number left the exact range')
  return number
}

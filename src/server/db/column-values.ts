/** What the two databases take and give: texts, whole numbers within ±(2^53 − 1), null. Anything else stops here, not in the books. */
export type Bindable = string | number | null

/** The parameters of a statement as they are; throws for a fraction, a number out of range, or a value that is no column's. */
export function assertBindable(values: readonly unknown[]): Bindable[] {
  for (const value of values) {
    if (typeof value === 'string' || value === null) continue
    if (typeof value !== 'number') throw new TypeError(`A parameter is a ${typeof value}`)
    if (!Number.isSafeInteger(value)) throw new RangeError('A parameter is not a whole number within the exact range')
  }
  return values as Bindable[]
}

/** A number that a database gave, as a number or as its digits; throws for a whole number that would not be exact. */
export function toSafeNumber(value: number | string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) && Number.isInteger(number)) throw new RangeError('A number left the exact range')
  return number
}

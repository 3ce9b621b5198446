const million = 1_000_000n

/** The tax of an amount at a rate in parts per million, rounded half up. With `taxesIncluded` the amount has the tax in it. */
export function taxOf(amountMinor: number, ppm: number, taxesIncluded: boolean): number {
  const divisor = taxesIncluded ? million + BigInt(ppm) : million
  return Number((BigInt(amountMinor) * BigInt(ppm) * 2n + divisor) / (divisor * 2n))
}

/** Inserts thousands separators into the digits of an integer. */
export const groupThousands = (digits: string): string =>
  digits.length > 3 ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits

/** Formats a count, an integer ≥ 0: `12,345`, the same in every language of Kontor. */
export const formatCount = (count: number): string => groupThousands(String(count))

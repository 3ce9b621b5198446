/** The digits of a whole number with a comma before every three of them. */
export const groupThousands = (digits: string): string =>
  digits.length > 3 ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits

/** How many, for people: `12,345`, the same in every language of Kontor. Takes whole numbers from 0 on. */
export const formatCount = (count: number): string => groupThousands(String(count))

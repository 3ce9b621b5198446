/** Sums in BigInt, so that a wrong amount is reported instead of throwing. */
export const sumBy = <Row>(rows: readonly Row[], select: (row: Row) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(select(row)), 0n)

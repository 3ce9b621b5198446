/**
 * The hash of a link in a hash chain: SHA-256 in hex over the hash of the link before (empty for the first) and the values of this one, as JSON,
 * so that no two lists of values read the same. Half of a character counts as U+FFFD, as databases store it.
 */
export const hashLink = (previousHash: string, values: readonly (string | number | null)[]): string =>
  Bun.CryptoHasher.hash('sha256', JSON.stringify([previousHash, values.map(toStored)]), 'hex')

const toStored = (value: string | number | null) => (typeof value === 'string' ? value.toWellFormed() : value)

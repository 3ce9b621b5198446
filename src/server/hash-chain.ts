/**
 * The hash of a link in a hash chain: SHA-256 in hex over the hash of the link before (empty for the first) and the values of this one.
 * Every value is preceded by its length in bytes, so that no two lists of values read the same.
 */
export function hashLink(previousHash: string, values: readonly (string | number | null)[]): string {
  let text = prefixWithLength(previousHash)
  for (const value of values)
    if (value === null) text += '-'
    else if (typeof value === 'string') text += prefixWithLength(value)
    else {
      const digits = String(value)
      text += `${digits.length}:${digits}`
    }
  return Bun.CryptoHasher.hash('sha256', text, 'hex')
}

const prefixWithLength = (value: string): string => `${Buffer.byteLength(value)}:${value}`

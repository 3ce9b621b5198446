/** Where the next page of a list begins: after the row with this key (the values of the sort columns), towards older or newer rows. */
export interface Cursor {
  towards: 'older' | 'newer'
  key: (string | number)[]
}

/** Encodes a cursor as opaque text for a URL. */
export const encodeCursor = ({ towards, key }: Cursor): string =>
  Buffer.from(JSON.stringify([towards === 'older' ? 0 : 1, ...key])).toString('base64url')

/** Reads a cursor; `undefined` for any other text, or when the key's length or types differ from those of `example`. */
export function decodeCursor(text: string, example: Cursor['key']): Cursor | undefined {
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(values) || values.length !== example.length + 1) return undefined
  const [towards, ...key] = values
  const fits = key.every(
    (value, index) =>
      typeof value === typeof example[index] && (typeof value === 'string' || Number.isSafeInteger(value)),
  )
  if ((towards !== 0 && towards !== 1) || !fits) return undefined
  return { towards: towards === 0 ? 'older' : 'newer', key: key as Cursor['key'] }
}

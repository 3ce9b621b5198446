import { parseAccept } from 'hono/utils/accept'

/**
 * The encoding of `available` that `Accept-Encoding` prefers, the first of them among equals; `undefined` for none. What the header names
 * as better than all of them, such as `identity`, wins too.
 */
export function negotiateEncoding<Encoding extends string>(
  header: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!header) return undefined
  const accepted = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q]))
  const qualityOf = (encoding: string): number => accepted.get(encoding) ?? accepted.get('*') ?? 0
  let best: { encoding: Encoding | undefined; quality: number } = {
    encoding: undefined,
    quality: accepted.get('identity') ?? 0,
  }
  for (const encoding of available) {
    const quality = qualityOf(encoding)
    if (quality > best.quality || (quality > 0 && quality === best.quality && best.encoding === undefined))
      best = { encoding, quality }
  }
  return best.encoding
}

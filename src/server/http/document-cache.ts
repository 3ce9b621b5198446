import { createNonce } from '#server/http/security.ts'

/** So many different documents are remembered at once; what comes beyond is rendered and forgotten. */
const maxDocuments = 100
/** Stands where a document's nonce goes; nobody outside knows it, so nobody can put it into what a document shows. */
const noncePlaceholder = createNonce()

/**
 * Documents for visitors who are nobody yet. The same subject (language, address and data) is the same document whoever asks, so within a second
 * of `now` (ms) it is rendered once and gets a nonce of its own for each answer: a crowd at the log-in page costs little. `render` gives the
 * HTML of a document with a nonce.
 */
export function createDocumentCache(): (
  cacheKey: string,
  now: number,
  nonce: string,
  render: (nonce: string) => Promise<string>,
) => Promise<string> {
  let cachedSecond = 0
  const cache = new Map<string, string[]>()
  return async (cacheKey, now, nonce, render) => {
    const thisSecond = Math.floor(now / 1000)
    if (thisSecond !== cachedSecond) cache.clear()
    cachedSecond = thisSecond
    let parts = cache.get(cacheKey)
    if (!parts) {
      if (cache.size >= maxDocuments) return render(nonce)
      parts = (await render(noncePlaceholder)).split(noncePlaceholder)
      cache.set(cacheKey, parts)
    }
    return parts.join(nonce)
  }
}

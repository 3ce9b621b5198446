import { createNonce } from '#server/http/security.ts'

/** Maximum number of cached documents; further ones are rendered without being cached. */
const maxDocuments = 100
/** Placeholder for a document's nonce; random, so that user input cannot contain it. */
const noncePlaceholder = createNonce()

/**
 * Caches documents for guests. Equal keys (language, URL and data) give the same document for every guest, so within a second of `now`
 * (ms) it is rendered once and each response only gets its own nonce. This keeps bursts of requests for the login page cheap. `render`
 * returns the HTML of the document with a nonce.
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

import { newNonce } from '#server/http/security.ts'

/** So many different documents are remembered at once; what comes beyond is rendered and forgotten. */
const limit = 100
/** Stands where a document's nonce goes; nobody outside knows it, so nobody can put it into what a document shows. */
const nonceMark = newNonce()

/**
 * Documents for visitors who are nobody yet. The same subject (language, address and data) is the same document whoever asks, so within a second
 * of `now` (ms) it is rendered once and gets a nonce of its own for each answer: a crowd at the log-in page costs little. `render` gives the
 * HTML of a document with a nonce.
 */
export function createVisitorDocuments(): (
  subject: string,
  now: number,
  nonce: string,
  render: (nonce: string) => Promise<string>,
) => Promise<string> {
  let second = 0
  const known = new Map<string, string[]>()
  return async (subject, now, nonce, render) => {
    const thisSecond = Math.floor(now / 1000)
    if (thisSecond !== second) known.clear()
    second = thisSecond
    let parts = known.get(subject)
    if (!parts) {
      if (known.size >= limit) return render(nonce)
      parts = (await render(nonceMark)).split(nonceMark)
      known.set(subject, parts)
    }
    return parts.join(nonce)
  }
}

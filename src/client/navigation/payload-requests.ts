import type { Payload } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import { normalizePath, payloadPath } from '#shared/routes/pages.ts'

/** There was no answer of Kontor: the network failed, or a proxy answered in its place. */
export class NoAnswerError extends Error {}

interface PayloadAnswer {
  response: Response
  /** null if it is not JSON. */
  body: Payload | Problem | null
}

/** A payload that was requested when its link was pressed may be used for this long: longer than a press takes. */
const maxAgeMs = 1000

let prefetched: { href: string; requestedAt: number; answer: Promise<PayloadAnswer> } | undefined

/** Requests the payload of a page that is about to be opened. `fetchPayload` answers with it, once. */
export function prefetchPayload(url: URL): void {
  const answer = requestPayload(url)
  answer.catch(() => undefined)
  prefetched = { href: url.href, requestedAt: performance.now(), answer }
}

/** Requests the payload of a page. Rejects with `NoAnswerError` when nothing answers. */
export function fetchPayload(url: URL, signal?: AbortSignal): Promise<PayloadAnswer> {
  const known = prefetched
  prefetched = undefined
  const isUsable = known?.href === url.href && performance.now() - known.requestedAt < maxAgeMs
  return isUsable ? known.answer.catch(() => requestPayload(url, signal)) : requestPayload(url, signal)
}

async function requestPayload(url: URL, signal?: AbortSignal): Promise<PayloadAnswer> {
  const response = await fetch(payloadPath(normalizePath(url.pathname)) + url.search, {
    ...(signal && { signal }),
    redirect: 'manual',
    headers: { accept: 'application/json' },
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new NoAnswerError(url.pathname, { cause: error })
  })
  const body = (await response.json().catch(() => null)) as PayloadAnswer['body']
  if (!body && (response.ok || response.status >= 500)) throw new NoAnswerError(url.pathname)
  return { response, body }
}

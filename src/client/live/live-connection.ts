import { pageUserHeaders, reportSessionProblem } from '#client/api/call.ts'
import { revalidate } from '#client/navigation/router.ts'
import type { LiveUpdate } from '#shared/live/views.ts'
import { sessionEndedEvent } from '#shared/live/stream.ts'
import type { Problem } from '#shared/problem.ts'

interface Watch {
  /** Where to connect; called for every connection. */
  url: () => string
  onUpdate?: (update: LiveUpdate) => void
}

/** Where streams are blocked, not even the first message arrives. */
const firstMessageMs = 5000
/** The server sends at least a heartbeat every 15 seconds. */
const silenceMs = 35_000
const reconnectMs = 1000
const pollMs = 3000
const maximumPollMs = 60_000
/** How often a page that polls tries a stream again. */
const pollsPerStream = 20

/**
 * Receives what changes while the page is visible, by a stream or, where that does not work, by asking every few seconds. A hidden page
 * is not connected, because browsers allow six connections to a server; it catches up when it is shown. When the session has ended, the
 * user is asked to log in again; connect again for the new session. Returns a function that ends it.
 */
export function connectLive({ url, onUpdate }: Watch): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  let polls = 0
  let delayMs = pollMs

  const wait = (run: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const disconnect = (): void => {
    clearTimeout(timer)
    source?.close()
    request?.abort()
  }

  function openStream(): void {
    disconnect()
    let hasMessage = false
    const fail = (): void => {
      disconnect()
      if (hasMessage) wait(openStream, reconnectMs * (1 + Math.random()))
      else void poll()
    }
    source = new EventSource(url())
    source.onmessage = ({ data }) => {
      hasMessage = true
      polls = 0
      delayMs = pollMs
      wait(fail, silenceMs)
      onUpdate?.(JSON.parse(data as string) as LiveUpdate)
    }
    source.addEventListener(sessionEndedEvent, () => {
      disconnect()
      // If the user may still see the page, it gets a stream again.
      polls = pollsPerStream - 1
      void poll()
    })
    source.onerror = fail
    wait(fail, firstMessageMs)
  }

  async function poll(): Promise<void> {
    const controller = (request = new AbortController())
    const { status, problem } = await ask(controller.signal)
    if (controller.signal.aborted) return
    if (status === 401 || status === 409) return problem && reportSessionProblem(problem)
    // The page shows the missing permission.
    if (status === 403) return void revalidate()
    polls += 1
    delayMs = status === 200 ? pollMs : Math.min(2 * delayMs, maximumPollMs)
    wait(polls % pollsPerStream === 0 ? openStream : () => void poll(), delayMs)
  }

  async function ask(signal: AbortSignal): Promise<{ status: number; problem?: Problem }> {
    try {
      const response = await fetch(url(), { signal, headers: { accept: 'application/json', ...pageUserHeaders() } })
      const { status } = response
      if (!response.ok) return { status, problem: (await response.json()) as Problem }
      onUpdate?.((await response.json()) as LiveUpdate)
      return { status }
    } catch {
      return { status: 0 }
    }
  }

  const followVisibility = (): void => (document.visibilityState === 'visible' ? openStream() : disconnect())
  document.addEventListener('visibilitychange', followVisibility)
  followVisibility()
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    disconnect()
  }
}

import { pageUserHeaders } from '#client/api/call.ts'
import type { LiveUpdate } from '#shared/live/views.ts'
import { livePath } from '#shared/live/stream.ts'
import { withQuery } from '#shared/routes/with-query.ts'

interface Watch {
  /** The number of the open order. */
  order: string | undefined
  /** The server's time up to which the page knows all changes, epoch ms. */
  since: number
  onUpdate: (update: LiveUpdate) => void
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
 * is not connected, because browsers allow six connections to a server; it catches up when it is shown. Returns a function that ends it.
 */
export function connectLive({ order, since: loadedAt, onUpdate }: Watch): () => void {
  let since = loadedAt
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  let polls = 0
  let delayMs = pollMs

  const url = (): string => withQuery(livePath, { order, since })
  const wait = (run: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const disconnect = (): void => {
    clearTimeout(timer)
    source?.close()
    request?.abort()
  }
  const receive = (update: LiveUpdate): void => {
    since = update.now
    onUpdate(update)
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
      receive(JSON.parse(data as string) as LiveUpdate)
    }
    source.onerror = fail
    wait(fail, firstMessageMs)
  }

  async function poll(): Promise<void> {
    const controller = (request = new AbortController())
    const status = await ask(controller.signal)
    if (controller.signal.aborted) return
    // Without a session or the permission there is nothing to ask for; another user is noticed by the next click.
    if (status === 401 || status === 403 || status === 409) return
    polls += 1
    delayMs = status === 200 ? pollMs : Math.min(2 * delayMs, maximumPollMs)
    wait(polls % pollsPerStream === 0 ? openStream : () => void poll(), delayMs)
  }

  async function ask(signal: AbortSignal): Promise<number> {
    try {
      const response = await fetch(url(), { signal, headers: { accept: 'application/json', ...pageUserHeaders() } })
      if (response.ok) receive((await response.json()) as LiveUpdate)
      return response.status
    } catch {
      return 0
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

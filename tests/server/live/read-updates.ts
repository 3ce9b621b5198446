import { type LiveUpdate, liveUpdate } from '#shared/live/views.ts'
import type { TestClient } from '#tests/support/test-client.ts'

/** An open stream of live updates. */
export interface TestStream {
  response: Response
  /** Every update that has arrived. */
  updates: LiveUpdate[]
  /** The lines with which the events begin that are no updates. */
  names: string[]
  /** Resolves with the first update, of those that have come and will come, for which `isWanted` returns something. */
  find<Found>(isWanted: (update: LiveUpdate) => Found | undefined): Promise<Found>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  /** Disconnects, as a page that is closed does. */
  disconnect(): Promise<void>
}

/** Connects a page of orders, or with `path` another one. */
export async function openStream(
  client: Pick<TestClient, 'fetch'>,
  query: string,
  path = '/api/live',
): Promise<TestStream> {
  const response = await client.fetch(`${path}?${query}`, { headers: { accept: 'text/event-stream' } })
  const updates: LiveUpdate[] = []
  const names: string[] = []
  let arrived = Promise.withResolvers<void>()
  const reader = response.body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  const read = async (): Promise<void> => {
    let text = ''
    for (;;) {
      const chunk = await reader?.read().catch(() => undefined)
      if (!chunk || chunk.done) return
      text += chunk.value
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) updates.push(liveUpdate.parse(JSON.parse(event.replace(/^data: /, ''))))
        else names.push(event.split('\n')[0] ?? '')
      arrived.resolve()
      arrived = Promise.withResolvers()
    }
  }
  const ended = read()
  return {
    response,
    updates,
    names,
    async find(isWanted) {
      for (let index = 0; ; index += 1) {
        while (index >= updates.length) await arrived.promise
        const found = isWanted(updates[index] as LiveUpdate)
        if (found !== undefined) return found
      }
    },
    ended,
    disconnect: async () => {
      await reader?.cancel()
    },
  }
}

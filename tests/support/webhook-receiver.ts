import type { WebhookEvent } from '#shared/webhooks/webhooks.ts'

/** One request that a receiver got. */
export interface ReceivedRequest {
  path: string
  headers: Headers
  body: string
  event: WebhookEvent
}

/** What a receiver answers; by default 200. */
type Answer = (request: ReceivedRequest) => Response | Promise<Response>

export interface WebhookReceiver {
  url: string
  requests: ReceivedRequest[]
  /** The numbers of the orders and their versions, in the order in which they came. */
  listVersions(): [number: string | undefined, version: number | undefined][]
  answer: Answer
  stop(): Promise<void>
}

/** A server on this machine that gets webhooks. */
export function startWebhookReceiver(): WebhookReceiver {
  const requests: ReceivedRequest[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const event = JSON.parse(body) as WebhookEvent
      const received = { path: new URL(request.url).pathname, headers: request.headers, body, event }
      requests.push(received)
      return receiver.answer(received)
    },
  })
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${server.port}/hooks`,
    requests,
    listVersions: () => requests.map(({ event }) => [event.order?.number, event.order?.version]),
    answer: () => new Response('ok'),
    stop: () => server.stop(true),
  }
  return receiver
}

import type { Desk } from './desk.ts'

/** The text of a page, or of a path of the API; throws if it does not answer 200. */
export async function readText({ server, cookie }: Desk, path: string): Promise<string> {
  const accept = path.startsWith('/api/') ? 'application/json' : 'text/html'
  const response = await fetch(server.origin + path, { headers: { cookie, accept }, redirect: 'manual' })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return text
}

/** Sends JSON; returns the answer. */
export async function send({ server, cookie }: Desk, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(server.origin + path, {
    method,
    headers: { cookie, 'origin': server.origin, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

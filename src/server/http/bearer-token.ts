import type { AppContext } from '#server/http/app-context.ts'
import { splitUrl } from '#server/http/network.ts'

/** The text after `Authorization: Bearer` of a call of the API; `undefined` for other requests. Pages know only cookies. */
export function readBearerToken({ req }: AppContext): string | undefined {
  if (!splitUrl(req.url).path.startsWith('/api/')) return undefined
  const match = /^bearer(?: +(.*))?$/i.exec(req.header('authorization') ?? '')
  return match ? (match[1] ?? '') : undefined
}

import { assertDeclaredResponse } from '#tests/support/declared-responses.ts'
import type { TestKontor } from '#tests/support/test-kontor.ts'

/** The options of `fetch`, and `json` for a JSON body with its content type. */
export interface TestRequestInit extends RequestInit {
  json?: unknown
}

/** A client like a browser: keeps its cookies and sends `Origin`. */
export interface TestClient {
  cookies: Map<string, string>
  /** Follows no redirect. `path` begins with `/`. Throws when an endpoint answers with a status or a problem that its contract does not declare. */
  fetch(path: string, init?: TestRequestInit): Promise<Response>
}

/** Creates a client without cookies. */
export function createTestClient({ app, kontor }: Pick<TestKontor, 'app' | 'kontor'>): TestClient {
  const cookies = new Map<string, string>()
  return {
    cookies,
    fetch: async (path, init = {}) => {
      const request = buildRequest(kontor.config.origin, path, init, cookies)
      const response = await app.fetch(request)
      await assertDeclaredResponse(request, response)
      for (const setCookie of response.headers.getSetCookie()) storeCookie(cookies, setCookie)
      return response
    },
  }
}

function buildRequest(
  origin: URL,
  path: string,
  { json, ...init }: TestRequestInit,
  cookies: Map<string, string>,
): Request {
  const headers = new Headers(init.headers)
  const addIfAbsent = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value)
  }
  addIfAbsent('host', origin.host)
  if (cookies.size > 0) addIfAbsent('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  if (json !== undefined) addIfAbsent('content-type', 'application/json')
  const method = init.method ?? (json === undefined ? 'GET' : 'POST')
  if (method !== 'GET' && method !== 'HEAD') {
    addIfAbsent('origin', origin.origin)
    addIfAbsent('sec-fetch-site', 'same-origin')
  }
  const body = json === undefined ? init.body : JSON.stringify(json)
  return new Request(origin.origin + path, { ...init, method, headers, ...(body === undefined ? {} : { body }) })
}

/** Max-Age=0 or an expiry in the past deletes a cookie. */
function storeCookie(cookies: Map<string, string>, setCookie: string): void {
  const { name, value, maxAge, expires } = Bun.Cookie.parse(setCookie)
  const isExpired = maxAge === 0 || (expires !== undefined && new Date(expires).getTime() <= Date.now())
  if (isExpired) cookies.delete(name)
  else cookies.set(name, value)
}

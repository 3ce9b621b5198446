import type { TestKontor } from '#tests/support/kontor.ts'

/** What a test sends: as `fetch`, and `json` for a body with its content type. */
export interface VisitorInit extends RequestInit {
  json?: unknown
}

/** A browser without a screen: keeps its cookies and says where its requests come from, as every browser does. */
export interface Visitor {
  cookies: Map<string, string>
  /** Follows no redirect. `path` begins with `/`. */
  fetch(path: string, init?: VisitorInit): Promise<Response>
}

/** A visitor who has never been here. */
export function createVisitor({ app, kontor }: Pick<TestKontor, 'app' | 'kontor'>): Visitor {
  const cookies = new Map<string, string>()
  return {
    cookies,
    fetch: async (path, init = {}) => {
      const response = await app.fetch(requestOf(kontor.config.origin, path, init, cookies))
      for (const line of response.headers.getSetCookie()) keep(cookies, line)
      return response
    },
  }
}

function requestOf(origin: URL, path: string, { json, ...init }: VisitorInit, cookies: Map<string, string>): Request {
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

/** Max-Age=0 or an expiry in the past takes a cookie away. */
function keep(cookies: Map<string, string>, line: string): void {
  const { name, value, maxAge, expires } = Bun.Cookie.parse(line)
  const gone = maxAge === 0 || (expires !== undefined && new Date(expires).getTime() <= Date.now())
  if (gone) cookies.delete(name)
  else cookies.set(name, value)
}

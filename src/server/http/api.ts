import { isStorableText } from '#server/db/storable-text.ts'
import type { AppEnv, AppContext } from '#server/http/app-context.ts'
import { type RawInput, readBody, parseUrlEncoded } from '#server/http/input.ts'
import { splitUrl } from '#server/http/network.ts'
import { dispatch } from '#server/http/dispatch.ts'
import type { ContextLoader } from '#server/http/context-loader.ts'
import { isSafeMethod } from '#server/http/security.ts'
import { ProblemError } from '#shared/problem.ts'
import { type Endpoint, needsSession } from '#shared/routes/endpoint.ts'
import type { EndpointInput } from '#shared/routes/endpoint-input.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import type { Hono } from 'hono'

/** Serves every endpoint of the table under its method and path; other methods of these paths get `method-not-allowed` with `Allow`. */
export function serveApi(app: Hono<AppEnv>, contextLoader: ContextLoader): void {
  for (const name of endpointNames) {
    const { method, path } = endpoints[name]
    app.on(method, path, (c) => handleEndpoint(c, name, contextLoader))
  }
  for (const [path, names] of groupByPath()) {
    const allow = listAllowedMethods(names)
    app.all(path, async (c) => {
      c.set('route', path)
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow })
      const isPublic = names.some((name) => !needsSession(endpoints[name].access))
      if (!isPublic && !(await contextLoader.load(c)).session) throw new ProblemError('not-logged-in')
      throw new ProblemError('method-not-allowed', { allow })
    })
  }
}

/** Throws for unknown paths below `/api`: `not-found` for users, `not-logged-in` for guests, who learn nothing about paths. */
export async function rejectUnknownApi(c: AppContext, contextLoader: ContextLoader): Promise<never> {
  c.set('route', '/api/*')
  throw new ProblemError((await contextLoader.load(c)).session ? 'not-found' : 'not-logged-in')
}

async function handleEndpoint(c: AppContext, name: EndpointName, contextLoader: ContextLoader): Promise<Response> {
  const endpoint: Endpoint = endpoints[name]
  c.set('route', endpoint.path)
  const context = await contextLoader.load(c, { isBackground: endpoint.isBackground })
  const result = await dispatch(name, context, () => readInput(c, endpoint))
  if (!isSafeMethod(c.req.method)) await contextLoader.syncCookies(c, context)
  return result instanceof Response
    ? sendResponse(c, result)
    : c.json(result, endpoint.status, { 'Cache-Control': 'no-store' })
}

/** Sends an action's own response; its body may still read the uploaded files. */
export function sendResponse(c: AppContext, result: Response): Response {
  if (!result.headers.has('Cache-Control')) result.headers.set('Cache-Control', 'no-store')
  const tempUploads = c.get('tempUploads')
  return c.newResponse(result.body && tempUploads ? tempUploads.retainUntilRead(result.body) : result.body, result)
}

/** Reads the input after the access check: only then does a request get the longer time limit and the upload limit. */
async function readInput(c: AppContext, endpoint: Endpoint): Promise<EndpointInput> {
  const { method, timeLimit } = endpoint
  if (timeLimit === 'long') c.get('extendTimeout')()
  return {
    params: readParams(c),
    query: parseUrlEncoded(splitUrl(c.req.url).search.slice(1)),
    body: method === 'POST' || method === 'PUT' ? await readBody(c, endpoint) : {},
  }
}

function readParams(c: AppContext): RawInput {
  const parameters: Record<string, string> = c.req.param()
  for (const value of Object.values(parameters)) if (!isStorableText(value)) throw new ProblemError('not-found')
  return parameters
}

function groupByPath(): Map<string, EndpointName[]> {
  const names = new Map<string, EndpointName[]>()
  for (const name of endpointNames) {
    const { path } = endpoints[name]
    names.set(path, [...(names.get(path) ?? []), name])
  }
  return names
}

function listAllowedMethods(names: EndpointName[]): string {
  const methods = names.map((name) => endpoints[name].method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'].join(
    ', ',
  )
}

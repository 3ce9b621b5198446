import type { Environment, Exchange } from '#server/http/exchange.ts'
import { mayUpload, type RawInput, readBody, readPairs } from '#server/http/input.ts'
import { splitAddress } from '#server/http/address.ts'
import { longEndpoints } from '#server/http/limits.ts'
import { perform } from '#server/http/perform.ts'
import type { Readers } from '#server/http/reader.ts'
import { isSafe } from '#server/http/security.ts'
import { ProblemError } from '#shared/problem.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import type { Hono } from 'hono'

/** Serves every endpoint of the table under its method and path, and tells what a path knows when it is asked for something else. */
export function serveApi(app: Hono<Environment>, readers: Readers): void {
  for (const name of endpointNames) {
    const { method, path } = endpoints[name]
    app.on(method, path, (c) => answerEndpoint(c, name, readers))
  }
  for (const [path, names] of byPath()) {
    const allow = allowed(names)
    app.all(path, async (c) => {
      c.set('route', path)
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow })
      const isPublic = names.some((name) => endpoints[name].access === 'anyone')
      if (!isPublic && !(await readers.of(c)).session) throw new ProblemError('not-logged-in')
      throw new ProblemError('method-not-allowed', { allow })
    })
  }
}

/** Below `/api` nothing else exists, which only those who are logged in are told. */
export async function refuseUnknownApi(c: Exchange, readers: Readers): Promise<never> {
  c.set('route', '/api/*')
  throw new ProblemError((await readers.of(c)).session ? 'not-found' : 'not-logged-in')
}

async function answerEndpoint(c: Exchange, name: EndpointName, readers: Readers): Promise<Response> {
  const { path, status } = endpoints[name]
  c.set('route', path)
  const reader = await readers.of(c)
  if (longEndpoints.includes(name)) c.env.takeLong?.()
  const answer = await perform(name, reader, () => readInput(c, mayUpload(reader, name)))
  if (!isSafe(c.req.method)) await readers.keepInStep(c, reader)
  return answer instanceof Response ? passOn(c, answer) : c.json(answer, status, { 'Cache-Control': 'no-store' })
}

/** A verb's own answer, which may go on reading what was uploaded. */
export function passOn(c: Exchange, answer: Response): Response {
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store')
  const spool = c.get('spool')
  return c.newResponse(answer.body && spool ? spool.follow(answer.body) : answer.body, answer)
}

/** Query, body and path together; what a more telling place says of a field wins. */
async function readInput(c: Exchange, uploads: boolean): Promise<RawInput> {
  const query = readPairs(splitAddress(c.req.url).search.slice(1))
  const body = isSafe(c.req.method) || c.req.method === 'DELETE' ? {} : await readBody(c, uploads)
  return { ...query, ...body, ...pathInput(c) }
}

function pathInput(c: Exchange): RawInput {
  const parameters: Record<string, string> = c.req.param()
  for (const value of Object.values(parameters))
    if (value.includes('\0') || !value.isWellFormed()) throw new ProblemError('not-found')
  return parameters
}

function byPath(): Map<string, EndpointName[]> {
  const names = new Map<string, EndpointName[]>()
  for (const name of endpointNames) {
    const { path } = endpoints[name]
    names.set(path, [...(names.get(path) ?? []), name])
  }
  return names
}

function allowed(names: EndpointName[]): string {
  const methods = names.map((name) => endpoints[name].method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'].join(
    ', ',
  )
}

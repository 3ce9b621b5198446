import type { Problem, ProblemName } from '#shared/problem.ts'
import { type Endpoint, problemsOf } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'

const routes = endpointNames.map((name) => {
  const endpoint: Endpoint = endpoints[name]
  return { endpoint, pattern: new RegExp(`^${endpoint.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

/** Throws when an endpoint answers with a status or a problem that its contract does not declare. Reads a copy of the response. */
export async function assertDeclaredResponse({ method, url }: Request, response: Response): Promise<void> {
  const { pathname } = new URL(url)
  const route = routes.find(
    ({ endpoint, pattern }) => endpoint.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(pathname),
  )
  if (!route) return
  const { endpoint } = route
  if (response.headers.get('content-type') !== 'application/problem+json') {
    if (![endpoint.status, ...endpoint.otherStatuses].includes(response.status as 200))
      throw new Error(`${method} ${endpoint.path} answers ${response.status}, which its contract does not declare`)
    return
  }
  const text = await response.clone().text()
  // HEAD has no body.
  if (text === '') return
  const problem = (JSON.parse(text) as Problem).type.slice('/problems/'.length) as ProblemName
  if (!problemsOf(endpoint).includes(problem))
    throw new Error(`${method} ${endpoint.path} answers ${problem}, which its contract does not declare`)
}

import type { RequestContext } from '#server/context.ts'
import { sendResponse } from '#server/http/api.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { canUpload, type RawInput, readBody } from '#server/http/input.ts'
import { dispatch } from '#server/http/dispatch.ts'
import { toReturnTo } from '#server/http/return-to.ts'
import { toProblem } from '#server/to-problem.ts'
import type { ContextLoader } from '#server/http/context-loader.ts'
import { ProblemError } from '#shared/problem.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { type PageName, pages } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Shows a page with what became of a form on it. */
type RenderPage = (
  c: AppContext,
  context: RequestContext,
  page: PageName,
  form: FormOutcome,
  status: ContentfulStatusCode,
) => Promise<Response>

/** The forms of these pages need not say which endpoint they mean. */
const defaultEndpoints: Partial<Record<PageName, EndpointName>> = { login: 'login', register: 'register' }
/** What these answer is shown on the page; after all others the page is simply loaded again. */
const endpointsWithResult: readonly EndpointName[] = ['importOrders', 'register']

/**
 * Answers a form that was sent without script: does what the endpoint would, then leads to a page. What is refused comes back on the
 * page of the form, with everything that was typed but passwords.
 */
export async function handleForm(
  c: AppContext,
  context: RequestContext,
  page: PageName,
  search: string,
  contextLoader: ContextLoader,
  renderPage: RenderPage,
): Promise<Response> {
  // Which endpoint is meant stands in the body itself.
  const allowUploads = endpointNames.some((name) => canUpload(context, name))
  const { _endpoint, ...input } = await readBody(c, allowUploads)
  const endpoint = parseEndpoint(_endpoint ?? defaultEndpoints[page])
  const createOutcome = (problem: FormOutcome['problem'], result: unknown): FormOutcome => ({
    endpoint,
    problem,
    result,
    values: pickTypedValues(endpoint, input),
  })
  let result: unknown
  try {
    result = await dispatch(endpoint, context, async () => input)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    // Thrown out while the form was on its way: nobody is shown a page, only what stays of it all the same.
    if (error.problem === 'not-logged-in') {
      if (error.parameters['imported']) throw error
      contextLoader.rememberReturnTo(c, toReturnTo(pages[page].path, search))
      return c.redirect('/login', 303)
    }
    const { problem, headers } = toProblem(error, context.locale)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return renderPage(c, context, page, createOutcome(problem, null), problem.status as ContentfulStatusCode)
  }
  await contextLoader.syncCookies(c, context)
  if (result instanceof Response) return sendResponse(c, result)
  if (endpointsWithResult.includes(endpoint)) return renderPage(c, context, page, createOutcome(null, result), 200)
  if (endpoint === 'login') contextLoader.rememberReturnTo(c, undefined)
  return c.redirect(getRedirectTarget(endpoint, context, page, search), 303)
}

function parseEndpoint(name: unknown): EndpointName {
  if (typeof name === 'string' && Object.hasOwn(endpoints, name)) {
    const endpoint = name as EndpointName
    if (endpoints[endpoint].method !== 'GET') return endpoint
  }
  throw new ProblemError('malformed-body')
}

function getRedirectTarget(endpoint: EndpointName, context: RequestContext, page: PageName, search: string): string {
  if (endpoint === 'login') return context.returnTo
  if (endpoint === 'logout') return '/login'
  return pages[page].path + search
}

/** What stands in the fields of the endpoint again: text, but no secrets. */
function pickTypedValues(endpoint: EndpointName, input: RawInput): Record<string, string> {
  const { shape } = endpoints[endpoint].input
  const typed = Object.entries(input).filter(
    (field): field is [string, string] =>
      Object.hasOwn(shape, field[0]) && typeof field[1] === 'string' && !/password|code|setup/i.test(field[0]),
  )
  return Object.fromEntries(typed)
}

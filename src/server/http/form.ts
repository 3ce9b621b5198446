import type { Context } from '#server/context.ts'
import { passOn } from '#server/http/api.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { mayUpload, type RawInput, readBody } from '#server/http/input.ts'
import { perform } from '#server/http/perform.ts'
import { placeOf } from '#server/http/place.ts'
import { toProblem } from '#server/to-problem.ts'
import type { Readers } from '#server/http/reader.ts'
import { ProblemError } from '#shared/problem.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { type PageName, pages } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/screen.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Shows a page with what became of a form on it. */
type Show = (
  c: Exchange,
  reader: Context,
  page: PageName,
  form: FormOutcome,
  status: ContentfulStatusCode,
) => Promise<Response>

/** The forms of these pages need not say which endpoint they mean. */
const ownEndpoint: Partial<Record<PageName, EndpointName>> = { login: 'login', register: 'register' }
/** What these answer is shown on the page; after all others the page is simply loaded again. */
const shown: readonly EndpointName[] = ['importOrders', 'register']

/**
 * Answers a form that was sent without script: does what the endpoint would, then leads to a page. What is refused comes back on the
 * page of the form, with everything that was typed but passwords.
 */
export async function answerForm(
  c: Exchange,
  reader: Context,
  page: PageName,
  search: string,
  readers: Readers,
  show: Show,
): Promise<Response> {
  // Which endpoint is meant stands in the body itself.
  const uploads = endpointNames.some((name) => mayUpload(reader, name))
  const { _endpoint, ...input } = await readBody(c, uploads)
  const endpoint = endpointOf(_endpoint ?? ownEndpoint[page])
  const outcome = (problem: FormOutcome['problem'], answer: unknown): FormOutcome => ({
    endpoint,
    problem,
    result: answer,
    values: typedValues(endpoint, input),
  })
  let answer: unknown
  try {
    answer = await perform(endpoint, reader, async () => input)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    // Thrown out while the form was on its way: nobody is shown a page, only what stays of it all the same.
    if (error.problem === 'not-logged-in') {
      if (error.parameters['imported']) throw error
      readers.remember(c, placeOf(pages[page].path, search))
      return c.redirect('/login', 303)
    }
    const { problem, headers } = toProblem(error, reader.locale)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return show(c, reader, page, outcome(problem, null), problem.status as ContentfulStatusCode)
  }
  await readers.keepInStep(c, reader)
  if (answer instanceof Response) return passOn(c, answer)
  if (shown.includes(endpoint)) return show(c, reader, page, outcome(null, answer), 200)
  if (endpoint === 'login') readers.remember(c, undefined)
  return c.redirect(after(endpoint, reader, page, search), 303)
}

function endpointOf(name: unknown): EndpointName {
  if (typeof name === 'string' && Object.hasOwn(endpoints, name)) {
    const endpoint = name as EndpointName
    if (endpoints[endpoint].method !== 'GET') return endpoint
  }
  throw new ProblemError('malformed-body')
}

function after(endpoint: EndpointName, reader: Context, page: PageName, search: string): string {
  if (endpoint === 'login') return reader.place
  if (endpoint === 'logout') return '/login'
  return pages[page].path + search
}

/** What stands in the fields of the endpoint again: text, but no secrets. */
function typedValues(endpoint: EndpointName, input: RawInput): Record<string, string> {
  const { shape } = endpoints[endpoint].input
  const typed = Object.entries(input).filter(
    (field): field is [string, string] =>
      Object.hasOwn(shape, field[0]) && typeof field[1] === 'string' && !/password|code|setup/i.test(field[0]),
  )
  return Object.fromEntries(typed)
}

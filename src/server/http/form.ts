import { listFactors } from '#server/auth/second-factors.ts'
import { canAccess } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { sendResponse } from '#server/http/api.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { type RawInput, readBody } from '#server/http/input.ts'
import { dispatch } from '#server/http/dispatch.ts'
import { toReturnTo } from '#server/http/return-to.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import type { ContextLoader } from '#server/http/context-loader.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { splitInput } from '#shared/routes/endpoint-input.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { href, type PageName, pages } from '#shared/routes/pages.ts'
import { confirmationFields, idempotencyKey, noteMaxLength, pageUser } from '#shared/constants.ts'
import type { Confirmation } from '#shared/account/factor-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Renders the page that asks a user to confirm who they are. */
type RenderConfirmation = (c: AppContext, context: RequestContext, confirmation: Confirmation) => Promise<Response>

/** Renders a page with the outcome of a form. */
type RenderPage = (
  c: AppContext,
  context: RequestContext,
  page: PageName,
  form: FormOutcome,
  status: ContentfulStatusCode,
) => Promise<Response>

/**
 * Handles a form posted without script: runs the endpoint's action, then redirects or renders a page. After an error the form's page
 * shows the problem and all typed values except passwords.
 */
export async function handleForm(
  c: AppContext,
  context: RequestContext,
  { page, search }: { page: PageName; search: string },
  contextLoader: ContextLoader,
  { renderPage, renderConfirmation }: { renderPage: RenderPage; renderConfirmation: RenderConfirmation },
): Promise<Response> {
  const { name, fields, sent, password, code } = await readForm(c, context, page)
  const endpoint: Endpoint = endpoints[name]
  const input = splitInput(endpoint, fields)
  const createOutcome = (problem: FormOutcome['problem'], result: unknown): FormOutcome => ({
    endpoint: name,
    problem,
    result,
    values: pickTypedValues({ ...input.params, ...input.query, ...input.body }),
  })
  const askForConfirmation = async (problem: Confirmation['problem']): Promise<Response> =>
    renderConfirmation(c, context, {
      factors: context.session ? await listFactors(context.kontor, context.session.user.id) : [],
      problem,
      values: Object.entries(toFormFields(sent)),
    })
  let result: unknown
  try {
    if (password !== undefined || code !== undefined)
      await dispatch('confirmIdentity', context, async () => ({ params: {}, query: {}, body: { password, code } }))
  } catch (error) {
    if (!(error instanceof ProblemError) || ['not-logged-in', 'viewing-as'].includes(error.problem)) throw error
    return askForConfirmation(toProblem(error, context.locale).problem)
  }
  try {
    result = await dispatch(name, context, async () => {
      if (endpoint.timeLimit === 'long') c.get('extendTimeout')()
      return input
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    // The session ended while the form was being sent: log in first, unless a part of the form was done and has to be reported.
    if (error.problem === 'not-logged-in') {
      if (error.parameters['imported']) throw error
      contextLoader.rememberReturnTo(c, toReturnTo(pages[page].path, search))
      return c.redirect('/login', 303)
    }
    if (error.problem === 'confirm-identity') return askForConfirmation(null)
    const { problem, headers } = toProblem(error, context.locale)
    for (const [header, value] of Object.entries(headers)) c.header(header, value)
    return renderPage(c, context, page, createOutcome(problem, null), problem.status as ContentfulStatusCode)
  }
  await contextLoader.syncCookies(c, context)
  if (result instanceof Response) return sendResponse(c, result)
  const showAnswer = (): Promise<Response> => renderPage(c, context, page, createOutcome(null, result), 200)
  return respond(c, context, { endpoint, page, search, result, contextLoader, showAnswer })
}

/** The endpoint that a form names, or the one of its page; its fields, without and with those for the request itself; and the confirmation sent with it. */
async function readForm(c: AppContext, context: RequestContext, page: PageName) {
  const {
    [confirmationFields.password]: password,
    [confirmationFields.code]: code,
    ...sent
  } = await readBody(c, {
    uploadLimitBytes: largestUploadBytes(context),
    bodySize: 'standard',
  })
  const { _endpoint, [pageUser.field]: pageUserId, [idempotencyKey.field]: key, ...fields } = sent
  if (typeof pageUserId === 'string') context.pageUserId = pageUserId
  if (typeof key === 'string' && key !== '') context.idempotencyKey = key
  // A button may send another endpoint than its form: the last one counts.
  const given: unknown = Array.isArray(_endpoint) ? _endpoint.at(-1) : _endpoint
  const name = parseEndpointName(given ?? endpointNames.find((each) => endpoints[each].formPage === page))
  return { name, fields, sent, password, code }
}

/** What a form does after it succeeded, as its endpoint declares. */
function respond(
  c: AppContext,
  context: RequestContext,
  form: {
    endpoint: Endpoint
    page: PageName
    search: string
    result: unknown
    contextLoader: ContextLoader
    showAnswer: () => Promise<Response>
  },
): Response | Promise<Response> {
  const { endpoint, page, search, result, contextLoader, showAnswer } = form
  switch (endpoint.afterForm) {
    case 'show-answer':
      // The owner who just registered is logged in, and guest pages are not for users.
      if (context.session && pages[page].access === 'guest') return c.redirect(pages.index.path, 303)
      return showAnswer()
    case 'return-to':
      contextLoader.rememberReturnTo(c, undefined)
      return c.redirect(context.returnTo, 303)
    case 'login':
      return c.redirect(pages.login.path, 303)
    case 'open-order':
      return c.redirect(href('orders', { order: (result as { number: string }).number }), 303)
    case 'open-job':
      return c.redirect(href('orders', { job: (result as { id: string }).id }), 303)
    case 'open-entry':
      return c.redirect(href('finance', toOpenEntry(result as EntryView | EntryRequestView)), 303)
    case 'reload':
      return c.redirect(pages[page].path + search, 303)
  }
}

/** The entry that was posted, or the request for one. */
const toOpenEntry = (result: EntryView | EntryRequestView) =>
  'number' in result ? { entry: result.number } : { request: result.request }

/** The endpoint is only known after the body was read, so the body limit is the highest of all endpoints that this user may call. */
const largestUploadBytes = (context: RequestContext): number =>
  Math.max(
    ...endpointNames.map((name) => (canAccess(context, endpoints[name].access) ? endpoints[name].uploadLimitBytes : 0)),
  )

function parseEndpointName(name: unknown): EndpointName {
  if (typeof name === 'string' && Object.hasOwn(endpoints, name)) {
    const endpoint = name as EndpointName
    if (endpoints[endpoint].method !== 'GET') return endpoint
  }
  throw new ProblemError('malformed-body')
}

/** More characters than any field accepts: longer texts are not sent back. */
const maxTypedValueLength = noteMaxLength

/** The typed values by field name, to fill in the form again: text, but no secrets. */
function pickTypedValues(input: RawInput): Record<string, string> {
  const isTypedValue = ([name, value]: [string, string]): boolean =>
    !/password|code|setup|invitation|^reset$/i.test(name) && value.length <= maxTypedValueLength
  return Object.fromEntries(Object.entries(toFormFields(input)).filter(isTypedValue))
}

import type { RequestContext, Kontor } from '#server/context.ts'
import { toProblemError } from '#server/problems/to-problem-error.ts'
import { splitUrl } from '#server/http/network.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { detectLocale } from '#server/http/locale.ts'
import { monitoringPaths } from '#server/http/monitoring.ts'
import { PageError } from '#server/http/page-error.ts'
import { renderDocument } from '#server/http/pages.tsx'
import { toErrorFields } from '#server/log/log.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { getMessages } from '#server/messages.ts'
import { type Problem, ProblemError } from '#shared/problem.ts'
import { normalizePath, payloadPath } from '#shared/routes/pages.ts'
import type { ErrorView } from '#shared/page-state.ts'
import type { Locale } from '#shared/locales.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { renderToStaticMarkup } from 'react-dom/server'

/** Converts an error to a response: a problem for API clients, an error page for browsers. Unexpected errors and outages are logged, not shown. */
export async function handleError(c: AppContext, kontor: Kontor, error: unknown): Promise<Response> {
  const context = await getContextOrFallback(c, kontor)
  const { problem, headers, view } = describeError(error, c.get('requestId'), context.locale)
  if (!view.isExpected) logUnexpectedError(kontor, c, error)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('Cache-Control', 'no-store')
  const status = problem.status as ContentfulStatusCode
  if (wantsProblem(c) || problem.type === '/problems/unknown-host')
    return c.body(JSON.stringify(problem), status, { 'Content-Type': 'application/problem+json' })
  try {
    return await renderDocument(c, context, { kind: 'error', error: view.error }, status)
  } catch (renderingError) {
    logUnexpectedError(kontor, c, renderingError)
    return c.html(renderFallbackPage(view.error, context.locale), status)
  }
}

/** The request's context, or a guest context if the error occurred before it was loaded. */
async function getContextOrFallback(c: AppContext, kontor: Kontor): Promise<RequestContext> {
  const loaded: RequestContext | undefined = c.get('context')
  return (
    loaded ?? {
      kontor,
      session: null,
      access: 'anyone',
      locale: await detectLocale(c),
      requestId: c.get('requestId'),
      ip: c.get('ip')(),
      userAgent: '',
      accept: '',
      returnTo: '/',
    }
  )
}

interface ErrorDescription {
  problem: Problem
  headers: Record<string, string>
  view: { error: ErrorView; isExpected: boolean }
}

function describeError(error: unknown, requestId: string, locale: Locale): ErrorDescription {
  const { errors } = getMessages(locale)
  if (error instanceof PageError) {
    const sentence = error.kind === 'missing' ? errors.notFoundText : errors.invalidQueryText
    const description = sentence(error.url)
    const { problem, headers } = toProblem(new ProblemError('not-found'), locale)
    return {
      problem: { ...problem, title: errors.notFound, detail: description },
      headers,
      view: { error: { statusCode: 404, statusMessage: errors.notFound, description }, isExpected: true },
    }
  }
  const isExpected = error instanceof ProblemError
  const { problem, headers } = toProblem(toProblemError(error), locale)
  const { status, title, detail } = problem
  const traced = status >= 500 ? { requestId } : {}
  return {
    problem: { ...problem, ...traced },
    headers,
    view: {
      error: {
        statusCode: status,
        statusMessage: status === 404 ? errors.notFound : title,
        description: detail,
        ...traced,
      },
      isExpected,
    },
  }
}

/** Problems are for everything below `/api`, for payloads, and for clients that accept JSON but not HTML. */
function wantsProblem(c: AppContext): boolean {
  const path = normalizePath(splitUrl(c.req.url).path)
  if (path === '/api' || path.startsWith('/api/') || path.endsWith(payloadPath('/'))) return true
  if (monitoringPaths.includes(path)) return true
  const accept = c.req.header('accept') ?? ''
  if (accept.includes('text/html')) return false
  return (
    /\bjson\b/.test(accept) ||
    /curl\/|httpie\//i.test(c.req.header('user-agent') ?? '') ||
    c.req.header('sec-fetch-mode') === 'cors' ||
    path.endsWith('.json')
  )
}

/** An outage is a reason in the line of the request: with one of its own, the log of a busy server would grow by two lines for each. */
function logUnexpectedError(kontor: Kontor, c: AppContext, error: unknown): void {
  if (toProblemError(error).problem !== 'internal') return c.set('outage', String(error))
  kontor.log.error('unexpected error', {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: c.get('route') ?? '',
    ...toErrorFields(error),
  })
}

/** A minimal page for when rendering the error page fails: no script and no styles. */
const renderFallbackPage = ({ statusCode, statusMessage, description, requestId }: ErrorView, locale: Locale): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${statusMessage} · Kontor`}</title>
      </head>
      <body>
        <p>{statusCode}</p>
        <h1>{statusMessage}</h1>
        <p>{description}</p>
        {requestId === undefined ? null : <p>{requestId}</p>}
      </body>
    </html>,
  )}`

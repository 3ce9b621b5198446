import { ErrorPage } from '#client/errors/lazy-error-page.ts'
import { loadPage } from '#client/pages.ts'
import { Document } from '#client/app/document.tsx'
import { toNavigationCounts } from '#server/home/navigation-counts.ts'
import { readOpenWork } from '#server/home/open-work.ts'
import { loadStartHrefs } from '#server/list/default-view.ts'
import { toSessionView } from '#server/auth/sessions.ts'
import { buildId, manifest } from '#server/build/build-info.ts'
import { checkInput } from '#server/input/check-input.ts'
import type { RequestContext, Session } from '#server/context.ts'
import { splitUrl } from '#server/http/network.ts'
import { rejectUnknownApi } from '#server/http/api.ts'
import { assetPrefix } from '#server/http/assets.ts'
import type { AppEnv, AppContext } from '#server/http/app-context.ts'
import { handleForm } from '#server/http/form.ts'
import { parseUrlEncoded } from '#server/http/input.ts'
import { findUnstorableText } from '#server/db/storable-text.ts'
import { PageError } from '#server/http/page-error.ts'
import { toReturnTo } from '#server/http/return-to.ts'
import type { ContextLoader } from '#server/http/context-loader.ts'
import { contentSecurityPolicy, createNonce } from '#server/http/security.ts'
import { markupCache, rowCaches } from '#server/http/markup-cache.tsx'
import { getMessages } from '#server/messages.ts'
import { hasPermission, isFactorDue } from '#server/auth/access.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { loaders } from '#server/loaders.ts'
import { isBuiltInRole } from '#shared/permissions.ts'
import type { Confirmation } from '#shared/account/factor-views.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'
import type { Locale } from '#shared/locales.ts'
import { guard } from '#shared/routes/guard.ts'
import { href, normalizePath, type PageName, pages, payloadPath } from '#shared/routes/pages.ts'
import { pageQueries } from '#shared/routes/page-queries.ts'
import { findRedirect } from '#shared/routes/redirects.ts'
import type { InitialState, FormOutcome, LoadedPage, Payload, PageState } from '#shared/page-state.ts'
import { reactRenderer } from '@hono/react-renderer'
import type { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const payloadSuffix = payloadPath('/')

/** Serves all remaining paths: redirects, then the guard, then the page, its payload or its form. */
export function servePages(app: Hono<AppEnv>, contextLoader: ContextLoader): void {
  app.all('*', async (c) => {
    const { path, search } = splitUrl(c.req.url)
    const normalizedPath = normalizePath(path)
    if (normalizedPath === '/api' || normalizedPath.startsWith('/api/')) return rejectUnknownApi(c, contextLoader)
    if (`${normalizedPath}/`.startsWith(assetPrefix)) throw new ProblemError('not-found')
    const redirect = findRedirect(normalizedPath, search)
    if (redirect) return c.redirect(redirect.location, redirect.status)
    const isPayload = normalizedPath.endsWith(payloadSuffix)
    const pagePath = isPayload ? normalizedPath.slice(0, -payloadSuffix.length) || '/' : path
    c.set('route', isPayload ? `*${payloadSuffix}` : '*')

    const context = await contextLoader.load(c)
    const decision = guard(pagePath, context.session !== null)
    if ('redirect' in decision) {
      const returnTo = isPayload || !isPageRequest(c) ? undefined : toReturnTo(path, search)
      if (decision.redirect === '/login' && returnTo !== undefined) contextLoader.rememberReturnTo(c, returnTo)
      c.header('Cache-Control', 'no-store')
      return c.redirect(decision.redirect, 302)
    }
    if ('missing' in decision) throw new PageError('missing', pagePath, search)
    const page = decision.show
    // If the role requires a second factor that is not set up, only its setup opens.
    if (context.session && isFactorDue(context.session.user) && page !== 'users')
      return c.redirect(href('users', { me: '1' }), 302)
    c.set('route', isPayload ? payloadPath(pages[page].path) : pages[page].path)
    const { longLoadPermission } = pages[page]
    if (longLoadPermission && isPageRequest(c) && hasPermission(context, longLoadPermission)) c.get('extendTimeout')()
    if (isPayload) return sendPayload(c, context, page, pagePath, search)
    if (c.req.method === 'POST')
      return handleForm(c, context, { page, search }, contextLoader, { renderPage, renderConfirmation })
    if (!isPageRequest(c)) throw new ProblemError('method-not-allowed', { allow: 'GET, HEAD, POST' })
    if (context.session) contextLoader.rememberReturnTo(c, undefined)
    return renderPage(c, context, page, null, 200)
  })
}

const isPageRequest = (c: AppContext): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

async function renderPage(
  c: AppContext,
  context: RequestContext,
  page: PageName,
  form: FormOutcome | null,
  status: ContentfulStatusCode,
): Promise<Response> {
  const { path, search } = splitUrl(c.req.url)
  const [pageState, frame] = await Promise.all([loadPageState(context, page, path, search, form), loadFrame(context)])
  return renderDocument(c, context, pageState, status, frame)
}

/** The login page, without the shell, at the URL of the form that was sent. */
function renderConfirmation(c: AppContext, context: RequestContext, confirmation: Confirmation): Promise<Response> {
  const data = {
    returnTo: '/',
    setupRequired: false,
    reset: null,
    canSendMail: false,
    confirmation,
    problem: null,
    canLogOutOfProvider: false,
  }
  return renderDocument(c, context, { kind: 'page', page: 'login', query: {}, data, form: null }, 403)
}

async function sendPayload(c: AppContext, context: RequestContext, page: PageName, path: string, search: string) {
  if (!isPageRequest(c)) throw new ProblemError('method-not-allowed', { allow: 'GET, HEAD' })
  const [pageState, frame] = await Promise.all([loadPageState(context, page, path, search, null), loadFrame(context)])
  return c.json(createPayload(context, pageState, frame), 200, {
    'Cache-Control': 'no-store',
    'Vary': 'Cookie, Accept-Language',
  })
}

/** Checks the query and loads the data; a query that the page rejects is a 404. */
async function loadPageState<Name extends PageName>(
  context: RequestContext,
  page: Name,
  path: string,
  search: string,
  form: FormOutcome | null,
): Promise<LoadedPage> {
  try {
    const parameters = parseUrlEncoded(search.slice(1))
    if (findUnstorableText(parameters) !== undefined) throw new ProblemError('malformed-body')
    const query = checkInput(pageQueries[page], parameters)
    // The tables are total over the pages, so query and data belong to this page; the compiler sees only their union.
    const load = loaders[page] as (context: RequestContext, query: unknown) => Promise<unknown>
    return { kind: 'page', page, query, data: await load(context, query), form } as LoadedPage
  } catch (error) {
    if (error instanceof ProblemError && invalidQueryProblems.includes(error.problem))
      throw new PageError('rejected', path, search)
    throw error
  }
}

/** Problems of a page's schema or loader that mean an invalid query. */
const invalidQueryProblems: readonly ProblemName[] = ['malformed-body', 'invalid-input', 'not-found']

const createPayload = ({ kontor, session }: RequestContext, pageState: PageState, frame: Frame): Payload => ({
  pageState,
  ...frame,
  session: toSessionView(session),
  now: kontor.now(),
  buildId,
})

/** The data of the shell: names of roles, and the targets and counts of the navigation. */
type Frame = Pick<Payload, 'ownRoles' | 'startHrefs' | 'navigationCounts'>

const emptyFrame: Frame = { ownRoles: [], startHrefs: {}, navigationCounts: {} }

/** Read in parallel with the page, because each statement is a round trip to PostgreSQL. */
async function loadFrame({ session, ...context }: RequestContext): Promise<Frame> {
  if (!session) return emptyFrame
  const { read } = context.kontor.database
  const [ownRoles, startHrefs, openWork] = await Promise.all([
    listOwnRoles(read),
    loadStartHrefs({ ...context, session }),
    readOpenWork(read),
  ])
  return { ownRoles, startHrefs, navigationCounts: toNavigationCounts(openWork, session) }
}

/** The shell data of an error page: only the role of the user, because the database may be the reason for the error. */
function frameOfError(session: Session | null): Frame {
  if (!session || isBuiltInRole(session.user.role)) return emptyFrame
  const { role: id, roleName: name, permissions } = session.user
  return { ...emptyFrame, ownRoles: [{ id, name, permissions }] }
}

/** Renders the document of a page state, with a content security policy that allows only its own scripts. */
export async function renderDocument(
  c: AppContext,
  context: RequestContext,
  pageState: PageState,
  status: ContentfulStatusCode,
  frame: Frame = frameOfError(context.session),
): Promise<Response> {
  const { kontor, locale } = context
  const { path, search } = splitUrl(c.req.url)
  const url = path + search
  const nonce = createNonce()
  c.status(status)
  c.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  c.header('Cache-Control', 'no-store')
  c.header('Vary', 'Cookie, Accept-Language')
  // Their URL may contain the token of a one-time link, which the `Referer` of every asset would write to the log of a proxy.
  if (pageState.kind === 'page' && pages[pageState.page].access === 'guest')
    c.header('Referrer-Policy', 'strict-origin')
  const initialState: InitialState = {
    ...createPayload(context, pageState, frame),
    locale,
    url,
    book: { timeZone: kontor.book.timeZone, currency: kontor.book.currency },
    registration: kontor.config.registration,
    loginProvider: kontor.config.oidc?.name ?? null,
    assets: { styles: manifest.styles, script: manifest.script },
  }
  const loaded = pageState.kind === 'page' ? await loadPage(pageState) : null
  if (!loaded) await ErrorPage.load()
  await withReact(c, async () => {})
  return c.render(
    <Document
      initialState={initialState}
      messages={getMessages(locale)}
      component={loaded?.component ?? null}
      nonce={nonce}
      preloads={listPreloads(pageState, loaded?.hasOverlay ?? false, locale)}
      markupCache={markupCache}
      rowCache={rowCaches[locale]}
    />,
  )
}

/** The chunks that hydrating a page state needs besides the script. */
function listPreloads(pageState: PageState, hasOverlay: boolean, locale: Locale): string[] {
  const { pages: chunks, overlays, languages } = manifest
  const ofPage = pageState.kind === 'page' ? chunks[pageState.page] : []
  const ofOverlays = pageState.kind === 'page' && hasOverlay ? overlays[pageState.page] : []
  return [...new Set([...ofPage, ...ofOverlays, ...languages[locale]])]
}

const withReact = reactRenderer()

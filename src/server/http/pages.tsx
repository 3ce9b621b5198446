import { pageModules } from '#client/pages.ts'
import { Document } from '#client/document.tsx'
import { viewOf } from '#server/auth/sessions.ts'
import { buildId, manifest } from '#server/build-info.ts'
import { checkInput } from '#server/check-input.ts'
import type { Context } from '#server/context.ts'
import { splitAddress } from '#server/http/address.ts'
import { refuseUnknownApi } from '#server/http/api.ts'
import { assetFolder } from '#server/http/assets.ts'
import type { Environment, Exchange } from '#server/http/exchange.ts'
import { answerForm } from '#server/http/form.ts'
import { readPairs } from '#server/http/input.ts'
import { longPages } from '#server/http/limits.ts'
import { PageError } from '#server/http/page-error.ts'
import { placeOf } from '#server/http/place.ts'
import type { Readers } from '#server/http/reader.ts'
import { contentPolicy, newNonce } from '#server/http/security.ts'
import { createVisitorDocuments } from '#server/http/visitor-documents.ts'
import { messagesIn } from '#server/messages.ts'
import { loaders } from '#server/loaders.ts'
import { type ProblemName, ProblemError } from '#shared/problem.ts'
import { decide } from '#shared/routes/guard.ts'
import { normalPath, type PageName, pages, payloadPath } from '#shared/routes/pages.ts'
import { findRedirect } from '#shared/routes/redirects.ts'
import type { Boot, FormOutcome, PageScreen, Payload, Screen } from '#shared/screen.ts'
import { reactRenderer } from '@hono/react-renderer'
import type { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ComponentType } from 'react'

const payloadName = payloadPath('/')

/** Serves everything that nothing before has answered: redirects, then the guard, then the page, its payload or its form. */
export function servePages(app: Hono<Environment>, readers: Readers): void {
  app.all('*', async (c) => {
    const { path, search } = splitAddress(c.req.url)
    const normal = normalPath(path)
    if (normal === '/api' || normal.startsWith('/api/')) return refuseUnknownApi(c, readers)
    if (`${normal}/`.startsWith(assetFolder)) throw new ProblemError('not-found')
    const redirect = findRedirect(normal, search)
    if (redirect) return c.redirect(redirect.location, redirect.status)
    const isPayload = normal.endsWith(payloadName)
    const pagePath = isPayload ? normal.slice(0, -payloadName.length) || '/' : path
    c.set('route', isPayload ? `*${payloadName}` : '*')

    const reader = await readers.of(c)
    const decision = decide(pagePath, reader.session !== null)
    if ('redirect' in decision) {
      const wanted = isPayload || !isVisit(c) ? undefined : placeOf(path, search)
      if (decision.redirect === '/login' && wanted !== undefined) readers.remember(c, wanted)
      c.header('Cache-Control', 'no-store')
      return c.redirect(decision.redirect, 302)
    }
    if ('missing' in decision) throw new PageError('missing', pagePath, search)
    const page = decision.show
    if (longPages.includes(page)) c.env.takeLong?.()
    c.set('route', isPayload ? payloadPath(pages[page].path) : pages[page].path)
    if (isPayload) return answerPayload(c, reader, page, pagePath, search)
    if (c.req.method === 'POST') return answerForm(c, reader, page, search, readers, showPage)
    if (!isVisit(c)) throw new ProblemError('method-not-allowed', { allow: 'GET, HEAD, POST' })
    if (reader.session) readers.remember(c, undefined)
    return showPage(c, reader, page, null, 200)
  })
}

const isVisit = (c: Exchange): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

async function showPage(
  c: Exchange,
  reader: Context,
  page: PageName,
  form: FormOutcome | null,
  status: ContentfulStatusCode,
): Promise<Response> {
  const { path, search } = splitAddress(c.req.url)
  return renderScreen(c, reader, await loadScreen(reader, page, path, search, form), status)
}

async function answerPayload(c: Exchange, reader: Context, page: PageName, path: string, search: string) {
  if (!isVisit(c)) throw new ProblemError('method-not-allowed', { allow: 'GET, HEAD' })
  const screen = await loadScreen(reader, page, path, search, null)
  return c.json(payloadOf(reader, screen), 200, { 'Cache-Control': 'no-store', 'Vary': 'Cookie, Accept-Language' })
}

/** Checks the query and loads the data; a query that the page rejects is a page that does not exist. */
async function loadScreen<Name extends PageName>(
  reader: Context,
  page: Name,
  path: string,
  search: string,
  form: FormOutcome | null,
): Promise<PageScreen> {
  try {
    const query = checkInput(pages[page].query, readPairs(search.slice(1)))
    // The tables are total over the pages, so query and data belong to this page; the compiler sees only their union.
    const load = loaders[page] as (reader: Context, query: unknown) => Promise<unknown>
    return { kind: 'page', page, query, data: await load(reader, query), form } as PageScreen
  } catch (error) {
    if (error instanceof ProblemError && rejections.includes(error.problem))
      throw new PageError('rejected', path, search)
    throw error
  }
}

/** What the schema or the loader of a page says when the query cannot be right. */
const rejections: readonly ProblemName[] = ['malformed-body', 'invalid-input', 'not-found']

const payloadOf = ({ kontor, session }: Context, screen: Screen): Payload => ({
  screen,
  session: viewOf(session),
  now: kontor.now(),
  buildId,
})

/** Renders the whole document of a screen, with a policy that lets only its own scripts run. */
export async function renderScreen(
  c: Exchange,
  reader: Context,
  screen: Screen,
  status: ContentfulStatusCode,
): Promise<Response> {
  const { kontor, locale } = reader
  const { path, search } = splitAddress(c.req.url)
  const address = path + search
  const nonce = newNonce()
  c.status(status)
  c.header('Content-Security-Policy', contentPolicy(nonce))
  c.header('Cache-Control', 'no-store')
  c.header('Vary', 'Cookie, Accept-Language')
  const render = async (mark: string): Promise<Response> => {
    const chunks = screen.kind === 'page' ? manifest.pages[screen.page] : []
    const boot: Boot = {
      ...payloadOf(reader, screen),
      locale,
      address,
      book: { timeZone: kontor.book.timeZone, currency: kontor.book.currency },
      registration: kontor.config.registration,
      assets: { styles: manifest.styles, script: manifest.script },
    }
    const component =
      screen.kind === 'page' ? ((await pageModules[screen.page]()).default as ComponentType<unknown>) : null
    await withReact(c, async () => {})
    return c.render(
      <Document
        boot={boot}
        messages={messagesIn(locale)}
        component={component}
        nonce={mark}
        preloads={[...new Set([...chunks, ...manifest.languages[locale]])]}
      />,
    )
  }
  // What somebody sent is for them alone, and not to be remembered.
  if (reader.session || screen.kind === 'error' || screen.form) return render(nonce)
  const subject = JSON.stringify([locale, address, kontor.book, kontor.config.registration, screen])
  return c.html(await visitorDocument(subject, kontor.now(), nonce, async (mark) => (await render(mark)).text()))
}

const withReact = reactRenderer()
const visitorDocument = createVisitorDocuments()

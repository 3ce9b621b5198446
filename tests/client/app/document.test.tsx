import { Document } from '#client/app/document.tsx'
import { ErrorPage } from '#client/errors/lazy-error-page.ts'
import LoginPage from '#client/sign-in/login-page.tsx'
import TestPage from '#client/workbench/test-page.tsx'
import { createTestState, getTexts, getTextsByRole, type RenderOptions } from '#tests/client/render-on-server.tsx'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { InitialState, ErrorView, PageState } from '#shared/page-state.ts'
import { within } from '@testing-library/dom'
import { Window } from 'happy-dom'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'

const assets = {
  styles: { initial: '/_assets/styles.css', deferred: '/_assets/deferred.css' },
  script: '/_assets/main.js',
}

/** The document that the server renders for a page state. */
function renderDocument(
  pageState: PageState,
  component: ComponentProps<typeof Document>['component'],
  renderOptions: RenderOptions = {},
) {
  const initialState: InitialState = { ...createTestState(renderOptions), pageState, assets }
  const messages = renderOptions.locale === 'zh' ? zh : en
  const html = renderToString(
    <Document
      initialState={initialState}
      messages={messages}
      component={component}
      nonce="once"
      preloads={['/_assets/page.js']}
    />,
  )
  const { document } = new Window({ settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } })
  document.write(html)
  return { html, document: document as unknown as globalThis.Document, initialState }
}

const login: PageState = {
  kind: 'page',
  page: 'login',
  query: {},
  data: {
    returnTo: '/orders?q=</script>',
    setupRequired: false,
    reset: null,
    canSendMail: false,
    problem: null,
    canLogOutOfProvider: false,
  },
  form: null,
}
const workbench: PageState = {
  kind: 'page',
  page: 'test',
  query: { tab: undefined },
  data: {
    tab: 'self-check',
    verification: null,
    progress: null,
    canViewBackups: false,
    backups: null,
  },
  form: null,
}

describe('the document', () => {
  test('contains the data once, escaped so that it cannot end its script', () => {
    const { html, document, initialState } = renderDocument(login, LoginPage)
    expect(html.split('"buildId"')).toHaveLength(2)
    expect(html).not.toContain('?q=</script>')
    expect(JSON.parse(document.getElementById('initial-state')?.textContent ?? '')).toEqual(initialState)
  })

  test('gives its nonce to every script and runs nothing inline', () => {
    const { document } = renderDocument(login, LoginPage)
    const scripts = [...document.querySelectorAll('script, link[rel=modulepreload]')]
    expect(scripts).toHaveLength(3)
    for (const script of scripts) expect(script.getAttribute('nonce')).toBe('once')
    for (const script of document.querySelectorAll('script:not([type="application/json"])'))
      expect(script.textContent).toBe('')
    expect(document.querySelector('style, [onclick]')).toBeNull()
  })

  test('sets its language, light mode, and the money colors of the language', () => {
    for (const [locale, lang, money] of [
      ['en', 'en', 'green-in'],
      ['zh', 'zh-CN', 'red-in'],
    ] as const) {
      const { documentElement } = renderDocument(login, LoginPage, { locale }).document
      expect([documentElement.lang, documentElement.className, documentElement.dataset['money']]).toEqual([
        lang,
        'light',
        money,
      ])
    }
  })

  test('has page and product in its title, and 财务明细 in every language', () => {
    expect(renderDocument(workbench, TestPage).document.title).toBe('Test | Kontor')
    expect(renderDocument(workbench, TestPage, { locale: 'zh' }).document.title).toBe('测试 | Kontor')
    expect([en.common.pages.finance, zh.common.pages.finance]).toEqual(['财务明细', '财务明细'])
  })

  test('marks 财务明细 as Chinese where the page is in English', () => {
    const findMarked = (locale: 'en' | 'zh') =>
      getTexts(renderDocument(workbench, TestPage, { locale }).document.body, 'nav [lang]')
    expect(findMarked('en')).toEqual(['财务明细'])
    expect(findMarked('zh')).toEqual([])
  })

  test('has the navigation with the current page marked, but not on the login page', () => {
    const shell = renderDocument(workbench, TestPage).document
    const navigation = within(shell.body).getByRole('navigation', { name: 'Main' })
    expect(getTextsByRole(navigation, 'link')).toEqual(['SearchCtrl K', 'Home', 'Orders', '财务明细', 'Users', 'Test'])
    expect(getTextsByRole(navigation, 'link', { current: 'page' })).toEqual(['Test'])
    const [firstLink] = within(shell.body).getAllByRole('link')
    expect([firstLink?.textContent, firstLink?.getAttribute('href')]).toEqual(['Skip to content', '#content'])
    expect(within(renderDocument(login, LoginPage).document.body).queryByRole('navigation')).toBeNull()
  })
})

describe('the error page', () => {
  beforeAll(() => ErrorPage.load())

  const renderErrorPage = (error: ErrorView, renderOptions: RenderOptions = {}) =>
    renderDocument({ kind: 'error', error }, null, renderOptions).document

  test('is titled Page Not Found for 404 when no message is given, and leads home', () => {
    const document = renderErrorPage({ statusCode: 404, statusMessage: '', description: 'Page not found: /ordres' })
    expect(document.title).toBe('404 - Page Not Found | Kontor')
    expect(getTexts(document.body, 'main :is(h1, p)')).toEqual(['404', 'Page Not Found', 'Page not found: /ordres'])
    expect(within(document.body).getAllByRole('link')[0]?.getAttribute('href')).toBe('/')
  })

  test('suggests pages and the order that a path may mean, and offers the search, in both languages', () => {
    const error = { statusCode: 404, statusMessage: '', description: '' }
    const url = '/ordres/so261120-00006'
    for (const [locale, hint] of [
      ['en', 'Did you mean order SO261120-00006, /orders?'],
      ['zh', '是不是要找：订单 SO261120-00006、/orders？'],
    ] as const) {
      const { body } = renderErrorPage(error, { url, locale })
      expect(getTexts(body, 'main p')).toContain(hint)
      expect(within(body).getByRole('search').getAttribute('action')).toBe('/orders')
      expect(within(body).getByRole('searchbox').getAttribute('value')).toBe('SO261120-00006')
    }
    const { body } = renderErrorPage(error, { url: '/nowhere' })
    expect(body.textContent).not.toContain('Did you mean')
  })

  test('is titled Internal Server Error for everything else, with the request to ask for', () => {
    const document = renderErrorPage({
      statusCode: 500,
      statusMessage: '',
      description: 'It broke.',
      requestId: 'f99cfcdca80fe530',
    })
    expect(document.title).toBe('500 - Internal Server Error | Kontor')
    expect(document.body.textContent).toContain('Request ID f99cfcdca80fe530')
  })

  test('shows the given message', () => {
    const document = renderErrorPage({ statusCode: 410, statusMessage: 'Gone', description: '' })
    expect(document.title).toBe('410 - Gone | Kontor')
    expect(getTextsByRole(document.body, 'heading', { level: 1 })).toEqual(['Gone'])
  })

  test('has no navigation in either language', () => {
    for (const locale of ['en', 'zh'] as const)
      expect(
        within(renderErrorPage({ statusCode: 404, statusMessage: '', description: '' }, { locale }).body).queryByRole(
          'navigation',
        ),
      ).toBeNull()
  })
})

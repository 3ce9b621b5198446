import { DocumentContextProvider, type PageContext } from '#client/app/page-context.tsx'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { Role } from '#shared/permissions.ts'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface RenderOptions {
  role?: Role
  locale?: 'en' | 'zh'
}

/** Wednesday 25 November 2026, 14:20 in Shanghai. */
export const now = Date.parse('2026-11-25T06:20:00Z')

/** Page state for a user named Anna Shen, with the book in Shanghai. */
export const createTestState = ({ role = 'owner', locale = 'en' }: RenderOptions): PageContext => ({
  locale,
  now,
  book: { timeZone: 'Asia/Shanghai', currency: 'CNY' },
  session: {
    user: { id: 'anna', name: 'Anna Shen', email: 'anna@qinghe.example', role, locale },
    loggedInAt: now,
    id: 'session',
  },
  sessionReady: true,
  url: '/',
  buildId: 'build',
  registration: 'approval',
})

/** Renders a component as the server does, and parses the HTML into elements. */
export function renderOnServer(content: ReactNode, renderOptions: RenderOptions = {}) {
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(
    <DocumentContextProvider
      value={{ pageContext: createTestState(renderOptions), messages: renderOptions.locale === 'zh' ? zh : en }}
    >
      {content}
    </DocumentContextProvider>,
  )
  return document.body
}

type RenderedBody = ReturnType<typeof renderOnServer>

/** The text of every matching element, with normalized spaces. */
export const getTexts = (body: RenderedBody, selector: string): string[] =>
  [...body.querySelectorAll(selector)].map((element) => normalizeSpace(element.textContent))

/** The URL of the first link with this text; `undefined` if there is none. */
export const findHref = (body: RenderedBody, text: string): string | undefined =>
  [...body.querySelectorAll('a')].find((link) => normalizeSpace(link.textContent) === text)?.getAttribute('href') ??
  undefined

const normalizeSpace = (text: string): string => text.replace(/\s+/g, ' ').trim()

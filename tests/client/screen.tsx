import { DocumentContextProvider, type PageContext } from '#client/app/page-context.tsx'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { Role } from '#shared/permissions.ts'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface Reader {
  role?: Role
  locale?: 'en' | 'zh'
}

/** Wednesday 25 November 2026, 14:20 in Shanghai. */
export const now = Date.parse('2026-11-25T06:20:00Z')

/** A screen in Shanghai, of somebody called Anna Shen. */
export const screenOf = ({ role = 'owner', locale = 'en' }: Reader): PageContext => ({
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

/** What the server sends of a component to a reader without script, as elements. */
export function serverRendered(content: ReactNode, reader: Reader = {}) {
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(
    <DocumentContextProvider value={{ pageContext: screenOf(reader), messages: reader.locale === 'zh' ? zh : en }}>
      {content}
    </DocumentContextProvider>,
  )
  return document.body
}

type Rendered = ReturnType<typeof serverRendered>

/** The text of every element that matches, spaces tidied. */
export const textsOf = (body: Rendered, selector: string): string[] =>
  [...body.querySelectorAll(selector)].map((element) => tidy(element.textContent))

/** The address of the first link of this text; undefined where there is none. */
export const linkTo = (body: Rendered, text: string): string | undefined =>
  [...body.querySelectorAll('a')].find((link) => tidy(link.textContent) === text)?.getAttribute('href') ?? undefined

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

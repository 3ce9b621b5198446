import { DocumentContextProvider, type PageContext } from '#client/app/page-context.tsx'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import type { Role } from '#shared/permissions.ts'
import { type ByRoleOptions, within } from '@testing-library/dom'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export interface RenderOptions {
  /** The id of a role. */
  role?: string
  ownRoles?: readonly Role[]
  locale?: 'en' | 'zh'
  /** The time zone of the user; that of the book by default. */
  timeZone?: string
  url?: string
}

/** Wednesday 25 November 2026, 14:20 in Shanghai. */
export const now = Date.parse('2026-11-25T06:20:00Z')

/** Page state for a user named Anna Shen, with the book in Shanghai. */
export const createTestState = ({
  role = 'owner',
  ownRoles = [],
  locale = 'en',
  timeZone,
  url = '/',
}: RenderOptions): PageContext => ({
  locale,
  now,
  book: { timeZone: 'Asia/Shanghai', currency: 'CNY' },
  session: {
    user: { id: 'anna', name: 'Anna Shen', email: 'anna@qinghe.example', role, locale, ...(timeZone && { timeZone }) },
    loggedInAt: now,
    id: 'session',
  },
  ownRoles,
  startHrefs: {},
  navigationCounts: {},
  sessionReady: true,
  url,
  buildId: 'build',
  registration: 'approval',
  loginProvider: null,
})

/** Renders a component as the server does, and parses the HTML into elements; query them with `within`. */
export function renderOnServer(content: ReactNode, renderOptions: RenderOptions = {}): HTMLElement {
  const { document } = new Window()
  document.body.innerHTML = renderToStaticMarkup(
    <DocumentContextProvider
      value={{ pageContext: createTestState(renderOptions), messages: renderOptions.locale === 'zh' ? zh : en }}
    >
      {content}
    </DocumentContextProvider>,
  )
  return document.body as unknown as HTMLElement
}

/** The text of every matching element, with normalized spaces. */
export const getTexts = (container: HTMLElement, selector: string): string[] =>
  [...container.querySelectorAll(selector)].map(getText)

/** The text of every element with this ARIA role, with normalized spaces. */
export const getTextsByRole = (container: HTMLElement, role: string, options?: ByRoleOptions): string[] =>
  within(container).queryAllByRole(role, options).map(getText)

/** The texts of a table's column, by its heading; rows of the body only. */
export function getColumnTexts(container: HTMLElement, heading: string): string[] {
  const headings = getTextsByRole(container, 'columnheader')
  const column = headings.indexOf(heading)
  if (column < 0) throw new Error(`The table has no column ${heading}, but ${headings.join(' · ')}.`)
  return [...container.querySelectorAll('tbody tr')].map((row) => getText(row.children[column]))
}

/** The panel next to a list. */
export const getPanel = (container: HTMLElement): HTMLElement => within(container).getByRole('complementary')

/** The section with this heading. */
export function getSection(container: HTMLElement, heading: string | RegExp): HTMLElement {
  const section = within(container).getByRole('heading', { name: heading }).closest('section')
  if (!section) throw new Error(`The heading ${heading} is in no section.`)
  return section
}

/** The URL of the first link with this text; `undefined` if there is none. */
export const findHref = (container: HTMLElement, text: string): string | undefined =>
  [...container.querySelectorAll('a')].find((link) => getText(link) === text)?.getAttribute('href') ?? undefined

const getText = (element: Element | undefined): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

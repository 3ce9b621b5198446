import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { DocumentContextProvider, useMessages, usePageContext, useSession } from '#client/app/page-context.tsx'
import { createTestState, type RenderOptions } from '#tests/client/render-on-server.tsx'
import { withQuery } from '#shared/routes/with-query.ts'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import { describe, expect, spyOn, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** The places of the greetings that were rendered. */
const rendered: string[] = []

function Greeting({ place }: { place: string; onLeave: () => void }) {
  const { common } = useMessages()
  const { user } = useSession()
  rendered.push(place)
  return (
    <p lang={usePageContext().locale}>
      {common.account} {user?.name}, {user?.role}, {place}
    </p>
  )
}

const PageLink = ({ query }: { query: { cursor: string | undefined; status: string[] } }) => (
  <a href={withQuery('/orders', { status: query.status, cursor: query.cursor })}>Export</a>
)

const Clock = () => <time>{usePageContext().now}</time>

/** Renders with what is kept so far, as the server does. */
function renderCached(content: ReactNode, kept: Map<string, string>, options: RenderOptions & { name?: string } = {}) {
  const pageContext = createTestState(options)
  const { session } = pageContext
  return renderToString(
    <DocumentContextProvider
      value={{
        pageContext: {
          ...pageContext,
          session: { ...session, user: { ...session.user, name: options.name ?? 'Anna Shen' } } as typeof session,
        },
        messages: options.locale === 'zh' ? zh : en,
        markupCache: (viewer) => (_part, key, render) =>
          kept.getOrInsertComputed(`${viewer} ${key}`, () => renderToString(render())),
      }}
    >
      {content}
    </DocumentContextProvider>,
  )
}

const greet = (place: string) => (
  <CachedMarkup as="aside" className="sidebar" part={Greeting} props={{ place, onLeave: () => {} }} />
)

describe('markup that the server keeps', () => {
  test('is rendered once, and is what React renders', () => {
    const kept = new Map<string, string>()
    rendered.length = 0
    const first = renderCached(greet('orders'), kept)
    expect(renderCached(greet('orders'), kept)).toBe(first)
    expect(rendered).toEqual(['orders'])
    const { pageContext, messages } = { pageContext: createTestState({}), messages: en }
    expect(first).toBe(
      renderToString(
        <DocumentContextProvider value={{ pageContext, messages }}>{greet('orders')}</DocumentContextProvider>,
      ),
    )
  })

  test.each([
    ['another person', 'orders', { name: 'Wei Lin' }, 'Wei Lin'],
    ['another role', 'orders', { role: 'viewer' }, 'viewer'],
    ['another language', 'orders', { locale: 'zh' }, zh.common.account],
    ['other props', 'users', {}, 'users'],
  ] as const)('is never shown to %s', (_title, place, options, expected) => {
    const kept = new Map<string, string>()
    renderCached(greet('orders'), kept)
    expect(renderCached(greet(place), kept, options)).toContain(expected)
    expect(kept.size).toBe(2)
  })

  test('cannot read what belongs to one request', () => {
    const log = spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderCached(<CachedMarkup as="div" part={Clock} props={{}} />, new Map())).toThrow('now')
    log.mockRestore()
  })

  test('is shared by the pages of a list, each of which fills in its cursor', () => {
    const kept = new Map<string, string>()
    const show = (cursor: string | undefined) =>
      renderCached(<CachedMarkup as="nav" part={PageLink} props={{ query: { cursor, status: ['open'] } }} />, kept)
    const linkTo = (cursor: string) => `<nav><a href="/orders?status=open&amp;cursor=${cursor}">`
    expect(show('WyItcGxh')).toStartWith(linkTo('WyItcGxh'))
    expect(show('Y2VkIiww')).toStartWith(linkTo('Y2VkIiww'))
    expect(kept.size).toBe(1)
    expect(show('"><b>')).toStartWith(linkTo('%22%3E%3Cb%3E'))
    expect(show(undefined)).toStartWith('<nav><a href="/orders?status=open">')
    expect(kept.size).toBe(3)
  })

  test('is not kept when the part says so', () => {
    const kept = new Map<string, string>()
    expect(renderCached(<CachedMarkup as="div" part={Clock} props={{}} isCached={false} />, kept)).toContain('<time>')
    expect(kept.size).toBe(0)
  })
})

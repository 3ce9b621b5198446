import { CountAll } from '#client/orders/count-all.tsx'
import { useExactCount } from '#client/orders/exact-counts.ts'
import { click, find, setUpDom } from '#tests/client/dom.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'

const { render } = setUpDom()
const realFetch = globalThis.fetch
let urls: string[]
let answers: PromiseWithResolvers<Response>[]

beforeEach(() => {
  urls = []
  answers = []
  globalThis.fetch = ((url: string, init: RequestInit) => {
    urls.push(url)
    const answer = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason))
    answers.push(answer)
    return answer.promise
  }) as unknown as typeof fetch
})
afterEach(() => {
  globalThis.fetch = realFetch
})

const toQuery = (q: string) => ordersPageQuery.parse({ q, status: 'open' })
const tabs = { all: { exact: 20_000 } } as OrdersView['tabs']
function Selection({ q, ...data }: { q: string; tabs: OrdersView['tabs'] }) {
  const count = useExactCount(toQuery(q), { ...data, count: { atLeast: 10_000 } })
  return <output>{'exact' in count ? count.exact : `${count.atLeast}+`}</output>
}
const list = (q: string, now = tabs) => (
  <>
    <CountAll query={toQuery(q)} tabs={now} />
    <Selection q={q} tabs={now} />
  </>
)
const answer = async (part: number, body: object, status = 200): Promise<void> => {
  answers[part]?.resolve(Response.json(body, { status }))
  // The click waits for what the answer changes.
  await click('output')
}
const readText = (): string => `${find('[role=status]').textContent} | ${find('output').textContent}`

test('all orders are counted in parts, for the sentence and the selection of all of them, too', async () => {
  await render(list('Anna'))
  expect(readText()).toBe(' · Count all | 10000+')
  await click('a')
  expect(urls).toEqual(['/api/lists/orders/count?q=Anna&status=open'])
  expect(document.activeElement).toBe(find('[role=status]'))
  expect(readText()).toBe(' · Counting… 0 Stop | 10000+')
  await answer(0, { counted: 9_000, next: 'abc' })
  expect(urls[1]).toContain('cursor=abc')
  expect(readText()).toBe(' · Counting… 9,000 Stop | 10000+')
  await answer(1, { counted: 3_456, next: null })
  // The sentence of the page says the number then, once: here it is only heard.
  expect(readText()).toBe('12,456 in total | 12456')
  expect(find('[role=status] > :only-child').className).toBe('sr-only')
  // Another list has not been counted.
  await render(list('Bo'))
  expect(readText()).toBe(' · Count all | 10000+')
})

test('what was counted is forgotten a minute after orders came in, and a part of it when the list is left', async () => {
  await render(list('Eva'))
  await click('a')
  await answer(0, { counted: 12_000, next: null })
  expect(readText()).toEndWith('| 12000')
  const more = { ...tabs, all: { exact: 20_500 } }
  await render(list('Eva', more))
  expect(readText()).toEndWith('| 12000')
  const clock = spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  await render(list('Eva', { ...more }))
  clock.mockRestore()
  expect(readText()).toBe(' · Count all | 10000+')
  await click('a')
  await render(list('Eva'))
  await answer(1, { counted: 9_000, next: 'abc' })
  await render(list('Bo'))
  await render(list('Eva'))
  expect(readText()).toBe(' · Count all | 10000+')
})

test('counting is stopped, and says when it fails', async () => {
  await render(list('Cai'))
  await click('a')
  await click('button')
  expect(readText()).toBe(' · Count all | 10000+')
  await click('a')
  await answer(1, { type: '/problems/internal-error', title: 'Error', status: 500 }, 500)
  expect(readText()).toBe(' · The rows could not be counted. Count all | 10000+')
})

test('without script it is a link', () => {
  const html = renderOnServer(<CountAll query={toQuery('Dai')} tabs={tabs} />)
  expect(html.textContent).toBe(' · Count all')
  expect(html.querySelector('a')?.getAttribute('href')).toBe('/orders?q=Dai&status=open&count=all')
})

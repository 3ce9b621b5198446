import { find, setUpDom } from '#tests/client/dom.tsx'
import { ErrorBoundary } from '#client/errors/error-boundary.tsx'
import { afterEach, beforeEach, describe, expect, spyOn, test, type Mock } from 'bun:test'

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0 Safari/537.36'

function Orders({ broken }: { broken: boolean }) {
  if (broken) throw new Error('an error of the page')
  return <h1>Orders</h1>
}

const withBoundary = (userAgent: string, broken: boolean, subject: string) => (
  <ErrorBoundary subject={subject} userAgent={userAgent} fallback={<h1>Internal Server Error</h1>}>
    <title>Orders | Kontor</title>
    <Orders broken={broken} />
  </ErrorBoundary>
)

describe('an error inside a page', () => {
  const { render } = setUpDom()
  let consoleError: Mock<typeof console.error>

  beforeEach(() => {
    consoleError = spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    consoleError.mockRestore()
  })

  test('shows the error page and is logged', async () => {
    await render(withBoundary(chrome, false, 'screen'))
    await render(withBoundary(chrome, true, 'screen'))
    expect(find('h1').textContent).toBe('Internal Server Error')
    expect(String(consoleError.mock.calls[0])).toContain('an error of the page')
  })

  test('disappears on the next page', async () => {
    await render(withBoundary(chrome, true, 'screen'))
    await render(withBoundary(chrome, false, 'next screen'))
    expect(find('h1').textContent).toBe('Orders')
  })

  for (const agent of [googlebot, 'facebookexternalhit/1.1', 'Chrome-Lighthouse', 'Twitterbot/1.0'])
    test(`is only logged for ${agent}, and the page stays`, async () => {
      await render(withBoundary(agent, false, 'screen'))
      await render(withBoundary(agent, true, 'screen'))
      expect(find('h1').textContent).toBe('Orders')
      expect(document.title).toBe('Orders | Kontor')
      expect(consoleError.mock.calls.length).toBeGreaterThan(0)
    })
})

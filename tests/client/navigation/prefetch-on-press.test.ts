import { fetchPayload } from '#client/navigation/payload-requests.ts'
import { prefetchOnPress } from '#client/navigation/prefetch-on-press.ts'
import { session } from '#client/session/session.ts'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

describe('pressing the mouse button', () => {
  setUpDom({ url: 'https://kontor.example/orders' })
  const realFetch = globalThis.fetch
  let requested: string[]
  let isOffline: boolean

  beforeEach(() => {
    requested = []
    isOffline = false
    globalThis.fetch = (async (url: string) => {
      requested.push(url)
      if (isOffline) throw new TypeError('offline')
      return Response.json({ number: requested.length })
    }) as unknown as typeof fetch
    const user = { id: 'u1', name: 'Li Wei', email: 'li@kontor.example', role: 'owner', locale: 'en' }
    session.setSession({ user, loggedInAt: 0, id: 's1' } as never)
    document.body.innerHTML = `
      <a href="/orders?status=open"><b>Open</b></a>
      <a href="/orders" target="_blank">New tab</a>
      <a href="/orders.csv">CSV</a>
      <a href="https://carrier.example/">Carrier</a>
      <table class="table--rows"><tbody><tr><td><a href="/orders?order=SO260301-00001">SO260301-00001</a></td>
        <td id="cell">Li Wei</td><td><button>Tag</button></td></tr></tbody></table>`
    prefetchOnPress()
  })
  afterEach(() => {
    globalThis.fetch = realFetch
    session.setSession({})
  })

  const press = (selector: string, init: PointerEventInit = {}): void =>
    void find(selector).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', ...init }))
  const open = async (path: string): Promise<unknown> =>
    (await fetchPayload(new URL(path, location.href), new AbortController().signal)).body

  test('on a link requests its page, which the click shows without another request', async () => {
    press('b')
    expect(requested).toEqual(['/orders/_payload.json?status=open'])
    expect(await open('/orders?status=open')).toEqual({ number: 1 } as never)
    expect(requested).toHaveLength(1)
    expect(await open('/orders?status=open')).toEqual({ number: 2 } as never)
  })

  test('on a row requests what its link opens', () => {
    press('#cell')
    expect(requested).toEqual(['/orders/_payload.json?order=SO260301-00001'])
  })

  test('does not change which page another click opens', async () => {
    press('b')
    expect(await open('/users')).toEqual({ number: 2 } as never)
    expect(requested).toEqual(['/orders/_payload.json?status=open', '/users/_payload.json'])
  })

  test('asks again when the network failed meanwhile', async () => {
    isOffline = true
    press('b')
    isOffline = false
    expect(await open('/orders?status=open')).toEqual({ number: 2 } as never)
  })

  test('on anything else requests nothing', () => {
    for (const selector of ['[target]', '[href$=csv]', '[href*=carrier]', 'button', 'body']) press(selector)
    for (const init of [
      { pointerType: 'touch' },
      { button: 1 },
      { ctrlKey: true },
      { metaKey: true },
      { shiftKey: true },
    ])
      press('b', init)
    session.setSession({})
    press('b')
    expect(requested).toEqual([])
  })
})

import { buildFormUrl, changesOverlayOnly, resolveNavigation } from '#client/navigation/resolve-navigation.ts'
import type { Redirect } from '#shared/routes/redirects.ts'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'bun:test'

const at = (address: string): URL => new URL(address, 'https://kontor.example')

describe('what becomes of a click', () => {
  test('shows pages to whoever is logged in, whatever the spelling', () => {
    expect(resolveNavigation(at('/users?q=a'), true)).toEqual({ kind: 'show', page: 'users' })
    expect(resolveNavigation(at('/USERS//'), true)).toEqual({ kind: 'show', page: 'users' })
    expect(resolveNavigation(at('/%6Frders'), true)).toEqual({ kind: 'show', page: 'orders' })
  })

  test('sends a visitor to the log-in, without the query, also from where no page is', () => {
    for (const address of ['/users?a=1#z', '/', '/nope', '//orders'])
      expect(resolveNavigation(at(address), false)).toEqual({ kind: 'elsewhere', location: '/login' })
    expect(resolveNavigation(at('/login'), false)).toEqual({ kind: 'show', page: 'login' })
    expect(resolveNavigation(at('/Register/'), false)).toEqual({ kind: 'show', page: 'register' })
  })

  test('sends whoever is logged in from the log-in to the first page', () => {
    expect(resolveNavigation(at('/login'), true)).toEqual({ kind: 'elsewhere', location: '/' })
    expect(resolveNavigation(at('/LOGIN/'), true)).toEqual({ kind: 'elsewhere', location: '/' })
  })

  test('follows the table before the guard; the query and the fragment are kept', () => {
    const table: Redirect[] = [
      { from: '/old/**', to: '/orders/**', status: 307 },
      { from: '/away', to: 'https://elsewhere.example/x#y', status: 307 },
    ]
    expect(resolveNavigation(at('/dashboard?period=7d#top'), false)).toEqual({
      kind: 'elsewhere',
      location: '/?period=7d#top',
    })
    expect(resolveNavigation(at('/old/7?a=1'), false, table)).toEqual({ kind: 'elsewhere', location: '/orders/7?a=1' })
    expect(resolveNavigation(at('/away#z'), true, table)).toEqual({
      kind: 'elsewhere',
      location: 'https://elsewhere.example/x#y',
    })
  })

  test('names the address where there is no page as people read it', () => {
    expect(resolveNavigation(at('/a%20b?x=%3C1#h'), true)).toEqual({ kind: 'missing', path: '/a b?x=%3C1#h' })
    expect(resolveNavigation(at('/a%zz'), true)).toEqual({ kind: 'missing', path: '/a%zz' })
  })

  test('leaves files and the interface for programs to the browser', () => {
    for (const address of ['/api/openapi.json', '/favicon.svg', '/orders.csv', '/api'])
      expect(resolveNavigation(at(address), true)).toEqual({ kind: 'load' })
  })
})

describe('whether a page keeps its scroll', () => {
  test('it does when only what lies beside it changes', () => {
    expect(changesOverlayOnly(at('/orders?q=a'), at('/orders?q=a&order=SO1'))).toBe(true)
    expect(changesOverlayOnly(at('/orders?order=SO1&q=a'), at('/orders?q=a&order=SO2'))).toBe(true)
    expect(changesOverlayOnly(at('/users?user=1'), at('/users'))).toBe(true)
  })

  test('it does not when the list or the page changes, or nothing', () => {
    expect(changesOverlayOnly(at('/orders?q=a&order=SO1'), at('/orders?q=b&order=SO1'))).toBe(false)
    expect(changesOverlayOnly(at('/orders?order=SO1'), at('/users?order=SO1'))).toBe(false)
    expect(changesOverlayOnly(at('/orders?q=a'), at('/orders?q=a'))).toBe(false)
    expect(changesOverlayOnly(at('/nope'), at('/nope?order=1'))).toBe(false)
  })
})

test('a GET form means its action with what is filled in, lists as they are', () => {
  const window = new Window({ url: 'https://kontor.example/orders?old=1' })
  Object.assign(globalThis, { FormData: window.FormData })
  window.document.body.innerHTML =
    '<form action="/orders?cursor=x"><input name="q" value="a b"><input name="from" value=""><input type="checkbox" name="status" value="open" checked>' +
    '<input type="checkbox" name="status" value="draft" checked><input type="checkbox" name="status" value="completed"></form>'
  const form = window.document.querySelector('form') as unknown as HTMLFormElement
  expect(buildFormUrl(form, null).href).toBe('https://kontor.example/orders?q=a+b&status=open&status=draft')
})

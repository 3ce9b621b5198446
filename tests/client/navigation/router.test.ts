import { buildFormUrl } from '#client/navigation/router.ts'
import { changesOverlayOnly, keepsPanel } from '#client/navigation/overlay-changes.ts'
import { resolveNavigation } from '#client/navigation/resolve-navigation.ts'
import type { Redirect } from '#shared/routes/redirects.ts'
import { find, setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

const at = (address: string): URL => new URL(address, 'https://kontor.example')

describe('resolving a navigation', () => {
  test('shows pages to a logged-in user in any spelling of the path', () => {
    expect(resolveNavigation(at('/users?q=a'), true)).toEqual({ kind: 'page', page: 'users' })
    expect(resolveNavigation(at('/USERS//'), true)).toEqual({ kind: 'page', page: 'users' })
    expect(resolveNavigation(at('/%6Frders'), true)).toEqual({ kind: 'page', page: 'orders' })
  })

  test('redirects a guest to the login page without the query, also from unknown paths', () => {
    for (const address of ['/users?a=1#z', '/', '/nope', '//orders'])
      expect(resolveNavigation(at(address), false)).toEqual({ kind: 'redirect', location: '/login' })
    expect(resolveNavigation(at('/login'), false)).toEqual({ kind: 'page', page: 'login' })
    expect(resolveNavigation(at('/Register/'), false)).toEqual({ kind: 'page', page: 'register' })
  })

  test('redirects a logged-in user from the login page to the home page', () => {
    expect(resolveNavigation(at('/login'), true)).toEqual({ kind: 'redirect', location: '/' })
    expect(resolveNavigation(at('/LOGIN/'), true)).toEqual({ kind: 'redirect', location: '/' })
  })

  test('follows the redirect table before the guard and keeps the query and the fragment', () => {
    const table: Redirect[] = [
      { from: '/old/**', to: '/orders/**', status: 307 },
      { from: '/away', to: 'https://elsewhere.example/x#y', status: 307 },
    ]
    expect(resolveNavigation(at('/dashboard?period=7d#top'), false)).toEqual({
      kind: 'redirect',
      location: '/?period=7d#top',
    })
    expect(resolveNavigation(at('/old/7?a=1'), false, table)).toEqual({ kind: 'redirect', location: '/orders/7?a=1' })
    expect(resolveNavigation(at('/away#z'), true, table)).toEqual({
      kind: 'redirect',
      location: 'https://elsewhere.example/x#y',
    })
  })

  test('decodes the path of an unknown URL for reading', () => {
    expect(resolveNavigation(at('/a%20b?x=%3C1#h'), true)).toEqual({ kind: 'not-found', path: '/a b?x=%3C1#h' })
    expect(resolveNavigation(at('/a%zz'), true)).toEqual({ kind: 'not-found', path: '/a%zz' })
  })

  test('leaves files and the API to the browser', () => {
    for (const address of ['/api/openapi.json', '/favicon.svg', '/orders.csv', '/api'])
      expect(resolveNavigation(at(address), true)).toEqual({ kind: 'document' })
  })
})

describe('the scroll position of a page', () => {
  test('is kept when only a panel or dialog changes', () => {
    expect(changesOverlayOnly(at('/orders?q=a'), at('/orders?q=a&order=SO1'))).toBe(true)
    expect(changesOverlayOnly(at('/orders?order=SO1&q=a'), at('/orders?q=a&order=SO2'))).toBe(true)
    expect(changesOverlayOnly(at('/users?user=1'), at('/users'))).toBe(true)
  })

  test('is not kept when the list or the page changes, or nothing', () => {
    expect(changesOverlayOnly(at('/orders?q=a&order=SO1'), at('/orders?q=b&order=SO1'))).toBe(false)
    expect(changesOverlayOnly(at('/orders?order=SO1'), at('/users?order=SO1'))).toBe(false)
    expect(changesOverlayOnly(at('/orders?q=a'), at('/orders?q=a'))).toBe(false)
    expect(changesOverlayOnly(at('/nope'), at('/nope?order=1'))).toBe(false)
  })
})

describe('a panel', () => {
  test('shows the same with a dialog over it, and beside another part of the list', () => {
    const from = at('/orders?order=SO1&status=open')
    expect(keepsPanel(from, at('/orders?order=SO1&action=note&status=open'))).toBe(true)
    expect(keepsPanel(from, at('/orders?order=SO1&sort=total'))).toBe(true)
    expect(keepsPanel(at('/users?user=1&action=viewAs'), at('/users?user=1'))).toBe(true)
  })

  test('is lost when it shows something else, closes, or the page is left', () => {
    const from = at('/orders?order=SO1')
    for (const url of ['/orders?order=SO2', '/orders', '/orders?order=SO1&full=1', '/users', '/nope?order=SO1'])
      expect(keepsPanel(from, at(url))).toBe(false)
    expect(keepsPanel(at('/finance?line=7'), at('/finance?line=8'))).toBe(false)
  })
})

describe('a GET form', () => {
  setUpDom({ url: 'https://kontor.example/orders?old=1' })

  test('submits its filled-in fields, repeated names included', () => {
    document.body.innerHTML =
      '<form action="/orders?cursor=x"><input name="q" value="a b"><input name="from" value=""><input type="checkbox" name="status" value="open" checked>' +
      '<input type="checkbox" name="status" value="draft" checked><input type="checkbox" name="status" value="completed"></form>'
    const form = find<HTMLFormElement>('form')
    expect(buildFormUrl(form, null).href).toBe('https://kontor.example/orders?q=a+b&status=open&status=draft')
  })
})

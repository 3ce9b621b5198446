import { findRedirect, type Redirect } from '#shared/routes/redirects.ts'
import { describe, expect, test } from 'bun:test'

const table: Redirect[] = [
  { from: '/old', to: '/new', status: 301 },
  { from: '/shop/**', to: '/orders/**', status: 307 },
  { from: '/everything/**', to: '/', status: 302 },
  { from: '/filtered', to: '/orders?status=open', status: 308 },
  { from: '/root/**', to: '/**', status: 308 },
]

describe('redirects', () => {
  test('redirects the old path of the home page permanently', () => {
    expect(findRedirect('/dashboard', '')).toEqual({ location: '/', status: 308 })
    expect(findRedirect('/dashboard', '?a=1')).toEqual({ location: '/?a=1', status: 308 })
  })

  test('redirects a path as the table says, and keeps the query', () => {
    expect(findRedirect('/old', '?a=1', table)).toEqual({ location: '/new?a=1', status: 301 })
    expect(findRedirect('/filtered', '?a=1', table)).toEqual({ location: '/orders?status=open&a=1', status: 308 })
  })

  test('a wildcard keeps the rest of the path', () => {
    expect(findRedirect('/shop/7/lines', '?x', table)).toEqual({ location: '/orders/7/lines?x', status: 307 })
    expect(findRedirect('/shop', '', table)).toEqual({ location: '/orders', status: 307 })
    expect(findRedirect('/everything/at/all', '', table)).toEqual({ location: '/', status: 302 })
    expect(findRedirect('/root', '', table)).toEqual({ location: '/', status: 308 })
  })

  test('does not redirect other paths', () => {
    for (const path of ['/', '/older', '/shopping', '/old/x']) expect(findRedirect(path, '', table)).toBeUndefined()
  })
})

import { guard } from '#shared/routes/guard.ts'
import { pageNames, pages } from '#shared/routes/pages.ts'
import { describe, expect, test } from 'bun:test'

const isPublic = (name: string): boolean => name === 'login' || name === 'register'

describe('the guard', () => {
  test.each(pageNames)('decides by session for the page %s', (name) => {
    const { path } = pages[name]
    expect(guard(path, false)).toEqual(isPublic(name) ? { show: name } : { redirect: '/login' })
    expect(guard(path, true)).toEqual(isPublic(name) ? { redirect: '/' } : { show: name })
  })

  test('sends guests to the login page, also from unknown paths; logged-in users get not found', () => {
    expect(guard('/nope', false)).toEqual({ redirect: '/login' })
    expect(guard('/nope', true)).toEqual({ missing: '/nope' })
  })

  test('recognizes a page in every spelling of its path', () => {
    expect(guard('//ORDERS/', false)).toEqual({ redirect: '/login' })
    expect(guard('//ORDERS/', true)).toEqual({ show: 'orders' })
    expect(guard('/%4Cogin', true)).toEqual({ redirect: '/' })
  })
})

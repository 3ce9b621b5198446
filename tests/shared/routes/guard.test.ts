import { guard } from '#shared/routes/guard.ts'
import { pageNames, pages } from '#shared/routes/pages.ts'
import { describe, expect, test } from 'bun:test'

const isPublic = (name: string): boolean => name === 'login' || name === 'register'

describe('the guard', () => {
  test.each(pageNames)('decides about the page %s by who asks', (name) => {
    const { path } = pages[name]
    expect(guard(path, false)).toEqual(isPublic(name) ? { show: name } : { redirect: '/login' })
    expect(guard(path, true)).toEqual(isPublic(name) ? { redirect: '/' } : { show: name })
  })

  test('sends a visitor to the log-in from unknown paths too, and tells those who are logged in', () => {
    expect(guard('/nope', false)).toEqual({ redirect: '/login' })
    expect(guard('/nope', true)).toEqual({ missing: '/nope' })
  })

  test('takes every spelling of a path for the page that it is', () => {
    expect(guard('//ORDERS/', false)).toEqual({ redirect: '/login' })
    expect(guard('//ORDERS/', true)).toEqual({ show: 'orders' })
    expect(guard('/%4Cogin', true)).toEqual({ redirect: '/' })
  })
})

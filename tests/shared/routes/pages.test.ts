import {
  findPage,
  href,
  normalizePath,
  pageNames,
  pages,
  payloadPath,
  parseSearchParams,
} from '#shared/routes/pages.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

describe('pages', () => {
  test('are exactly these seven, without path parameters', () => {
    expect(pageNames.map((name) => [pages[name].path, name, pages[name].layout])).toEqual([
      ['/', 'index', 'shell'],
      ['/orders', 'orders', 'shell'],
      ['/finance', 'finance', 'shell'],
      ['/users', 'users', 'shell'],
      ['/test', 'test', 'shell'],
      ['/login', 'login', 'bare'],
      ['/register', 'register', 'bare'],
    ])
  })

  test.each(['/login', '/login/', '/LOGIN', '//login', '/%6cogin', '/l%4Fgin/', '/login//', '%2flogin', '/login%2f'])(
    '%p is the login page',
    (path) => expect(findPage(path)).toBe('login'),
  )

  test.each([
    '/login/x',
    '/logins',
    '/%256cogin',
    '/login;x',
    '/login%00',
    '/./login',
    '/%zz',
    '',
    '/logın',
    '\\login',
  ])('%p is not a page', (path) => expect(findPage(path)).toBeUndefined())

  const piece = fc.constantFrom('/', '//', '%2F', '%2f', '%4F', '%C3%89', 'orders', 'É', 'İ', '.', ';', '%zz', '\n')
  test('normalizing a path twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const once = normalizePath(pieces.join(''))
        if (!once.includes('%')) expect(normalizePath(once)).toBe(once)
      }),
    )
  })

  test('a URL omits empty values and repeats lists', () => {
    expect(href('orders', { status: ['open', 'on_hold'], q: '', from: null, import: false, order: 'A 1' })).toBe(
      '/orders?status=open&status=on_hold&order=A+1',
    )
    expect(href('index')).toBe('/')
  })

  test('parsing a URL returns its query', () => {
    const query = { status: ['open', 'completed'], q: 'a&b=c 中 +' }
    expect(parseSearchParams(new URLSearchParams(href('orders', query).split('?')[1]))).toEqual(query)
  })

  test('each page has its own payload URL', () => {
    expect([payloadPath('/'), payloadPath('/orders')]).toEqual(['/_payload.json', '/orders/_payload.json'])
  })
})

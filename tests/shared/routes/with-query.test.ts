import { withQuery } from '#shared/routes/with-query.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

test('empty values are left out, lists repeat their name', () => {
  const query = { q: 'Chen & Söhne', status: ['open', 'on_hold'], from: undefined, to: null, sort: '', import: false }
  expect(withQuery('/orders', query)).toBe('/orders?q=Chen+%26+S%C3%B6hne&status=open&status=on_hold')
  expect(withQuery('/orders', {})).toBe('/orders')
})

test('any text is encoded as a form encodes it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' })), (query) => {
      expect(withQuery('/', query)).toBe(`/?${new URLSearchParams(query).toString()}`.replace(/\?$/, ''))
    }),
  )
})

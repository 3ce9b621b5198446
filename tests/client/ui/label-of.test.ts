import { labelOf } from '#client/ui/label-of.ts'
import { en } from '#shared/messages/en.ts'
import { expect, test } from 'bun:test'

test('a source without a label is shown as it is, also one that is called like a part of every object', () => {
  for (const source of ['my-shop', 'constructor', '__proto__', 'toString'])
    expect(labelOf(en.orders.sources, source)).toBe(source)
  expect(labelOf(en.orders.sources, 'api')).toBe('API')
})

import { diffDrafts } from '#shared/orders/draft.ts'
import { expect, test } from 'bun:test'

test('equal drafts have no differences', () => {
  const draft = { a: 1, lines: [{ quantity: 2 }], payment: null }
  expect(diffDrafts(draft, structuredClone(draft))).toEqual([])
})

test('names each difference by its path and both values', () => {
  const known = { totalMinor: 100, lines: [{ quantity: 2 }, { quantity: 3 }], shippingAddress: { city: 'Lyon' } }
  const given = { totalMinor: 120, lines: [{ quantity: 2 }, { quantity: 4 }], shippingAddress: { city: 'Reims' } }
  expect(diffDrafts(known, given)).toEqual([
    { path: 'totalMinor', known: 100, given: 120 },
    { path: 'lines.1.quantity', known: 3, given: 4 },
    { path: 'shippingAddress.city', known: 'Lyon', given: 'Reims' },
  ])
})

test('names the fields of an object that one of the drafts lacks', () => {
  expect(diffDrafts({ refund: null }, { refund: { amountMinor: 5 } })).toEqual([
    { path: 'refund.amountMinor', known: undefined, given: 5 },
  ])
  expect(diffDrafts({ lines: [{ sku: 'A' }] }, { lines: [] })).toEqual([
    { path: 'lines.0.sku', known: 'A', given: undefined },
  ])
})

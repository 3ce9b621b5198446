import { addListChanges, noListChanges } from '#client/live/list-changes.ts'
import type { OrderUpdate } from '#shared/live/views.ts'
import { expect, test } from 'bun:test'

const update = (number: string, isNew = false): OrderUpdate => ({ number, isNew, at: 1, version: 1, by: null })
const everything = (): boolean => true

test('orders that change again count once, and new ones stay new', () => {
  const first = addListChanges(noListChanges, { changes: [update('A', true)], isComplete: true }, everything)
  const then = addListChanges(first, { changes: [update('A'), update('B')], isComplete: true }, everything)
  expect([...then.orders].toSorted()).toEqual([
    ['A', true],
    ['B', false],
  ])
  expect(then.isComplete).toBe(true)
})

test('orders that the list does not show change nothing', () => {
  const changes = addListChanges(noListChanges, { changes: [update('A')], isComplete: false }, () => false)
  expect(changes).toBe(noListChanges)
})

test('after more changes than a server lists, the number is not known, until the list is loaded again', () => {
  const many = addListChanges(noListChanges, { changes: [update('A', true)], isComplete: false }, everything)
  const then = addListChanges(many, { changes: [update('B', true)], isComplete: true }, everything)
  expect([many.isComplete, then.isComplete]).toEqual([false, false])
})

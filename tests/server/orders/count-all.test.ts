import { pickSlice } from '#server/orders/list/count-all.ts'
import { expect, test } from 'bun:test'

test('the parts in which a list is counted become shorter while they take long, but not so short that counting never ends', () => {
  const pickAfter = (ms: number, dialect: 'sqlite' | 'postgres'): number =>
    Array.from({ length: 12 }).reduce<number>((size) => pickSlice(size, ms, dialect), 500)
  expect([3, 10, 20, 200].map((ms) => pickAfter(ms, 'sqlite'))).toEqual([5000, 500, 100, 100])
  // A statement for many ranges takes 20 ms for a single order, too.
  expect([3, 20, 100, 200].map((ms) => pickAfter(ms, 'postgres'))).toEqual([5000, 5000, 500, 100])
})

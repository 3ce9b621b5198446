import { ages, divideByAge } from '#shared/finance/flow-charts.ts'
import fc from 'fast-check'
import { expect, test } from 'bun:test'

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
const amounts = fc.array(amount, { minLength: ages.length - 1, maxLength: ages.length - 1 })

test('the parts of a balance add up to it, and none is older than what came in', () => {
  fc.assert(
    fc.property(amount, amounts, (balance, debits) => {
      const parts = divideByAge(balance, debits)
      expect(parts).toHaveLength(ages.length)
      expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(balance))
      if (balance > 0)
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          // An older part is only left when all of what came in later is.
          if (part > 0) expect(parts.slice(0, index)).toEqual(debits.slice(0, index).map((debit) => Math.max(debit, 0)))
        }
    }),
  )
})

test('what came first goes first', () => {
  expect(divideByAge(500, [300, 100, 1_000])).toEqual([300, 100, 100, 0])
  expect(divideByAge(500, [300, 0, 100])).toEqual([300, 0, 100, 100])
  expect(divideByAge(-20, [300, 0, 100])).toEqual([-20, 0, 0, 0])
})

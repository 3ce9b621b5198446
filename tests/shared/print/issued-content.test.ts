import { taxOfCredit } from '#shared/print/issued-content.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

test('the tax of all credits of an invoice adds up to its tax, and no credit has more tax than amount', () => {
  const amount = fc.integer({ min: 0, max: 9_000_000_000_000_000 })
  fc.assert(
    fc.property(
      amount,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.nat(), { minLength: 1 }),
      (...input) => {
        const [totalMinor, share, weights] = input
        const invoice = { totalMinor, taxMinor: Math.floor(totalMinor * share) }
        let creditedMinor = 0
        let taxMinor = 0
        for (const [index, weight] of weights.entries()) {
          const leftMinor = totalMinor - creditedMinor
          const isLast = index === weights.length - 1
          const amountMinor = isLast ? leftMinor : weight % (leftMinor + 1)
          const tax = taxOfCredit(invoice, creditedMinor, amountMinor)
          expect(tax).toBeGreaterThanOrEqual(0)
          expect(tax).toBeLessThanOrEqual(amountMinor)
          creditedMinor += amountMinor
          taxMinor += tax
        }
        expect(taxMinor).toBe(invoice.taxMinor)
      },
    ),
  )
})

import { addShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import { splitAmountByRate } from '#shared/print/issued-content.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const amount = fc.integer({ min: 0, max: 900_000_000_000_000 })
const share = fc.record({ rate: fc.constantFrom('0', '7', '19'), netMinor: amount, taxMinor: amount })
const grossOf = (shares: readonly TaxShare[]) => shares.reduce((sum, each) => sum + each.netMinor + each.taxMinor, 0)

test('the credits of an invoice add up to it at every rate, whatever their rows say', () => {
  const credit = fc.record({ weight: fc.nat(), known: fc.array(share, { maxLength: 2 }) })
  fc.assert(
    fc.property(fc.array(share, { maxLength: 3 }), fc.array(credit, { maxLength: 6 }), (shares, credits) => {
      const invoiced = addShares(shares)
      let credited: TaxShare[] = []
      for (const [index, { weight, known }] of [...credits, { weight: 0, known: [] }].entries()) {
        const leftMinor = grossOf(invoiced) - grossOf(credited)
        const amountMinor = index === credits.length ? leftMinor : weight % (leftMinor + 1)
        const taxes = splitAmountByRate(addShares(invoiced, credited.map(negateShare)), amountMinor, known)
        expect(grossOf(taxes)).toBe(amountMinor)
        expect(taxes.every(({ netMinor, taxMinor }) => netMinor >= 0 && taxMinor >= 0)).toBe(true)
        credited = addShares(credited, taxes)
      }
      const byRate = (one: TaxShare, other: TaxShare) => Number(one.rate) - Number(other.rate)
      expect(credited.toSorted(byRate)).toEqual(invoiced.toSorted(byRate))
    }),
  )
})

test('a credit of a line has the tax of that line', () => {
  const invoiced = [
    { rate: '19', netMinor: 10_000, taxMinor: 1900 },
    { rate: '7', netMinor: 5000, taxMinor: 350 },
  ]
  const book = { rate: '7', netMinor: 2500, taxMinor: 175 }
  expect(splitAmountByRate(invoiced, 2675, [book])).toEqual([book])
})

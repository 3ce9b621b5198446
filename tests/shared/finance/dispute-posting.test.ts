import { disputePostings, splitDisputeTax, taxOfDispute } from '#shared/finance/dispute-posting.ts'
import type { PostingLine } from '#shared/finance/order-balances.ts'
import { add } from '#shared/money.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const toObject = (lines: readonly PostingLine[]) =>
  Object.fromEntries(lines.map(({ role, amountMinor }) => [role, amountMinor]))
const side = (amountMinor: number) => ({ debit: Math.max(amountMinor, 0), credit: Math.max(-amountMinor, 0) })
/** Goods 100.00 less 10.00, shipping 8.00, 6 % tax: 103.88. */
const sold = { sales: side(-10_000), discount: side(1000), shipping: side(-800), tax: side(-588) }

test('each rule posts the figures of a chargeback of 103.88 with a fee of 15.00', () => {
  const [amountMinor, feeMinor, taxMinor] = [10_388, 1500, 588]
  expect(toObject(disputePostings.opened({ amountMinor, feeMinor }))).toEqual({
    dispute: 10_388,
    provider_fee: 1500,
    clearing: -11_888,
  })
  expect(toObject(disputePostings.won({ amountMinor, feeMinor: 0 }))).toEqual({ clearing: 10_388, dispute: -10_388 })
  expect(toObject(disputePostings.lost({ amountMinor, taxMinor }))).toEqual({
    chargeback_loss: 9800,
    tax: 588,
    dispute: -10_388,
  })
  expect(toObject(disputePostings.offset({ amountMinor, taxMinor }))).toEqual({
    refund_due: 10_388,
    chargeback_loss: -9800,
    tax: -588,
  })
})

test('the entries of every rule sum to zero, and opened and won cancel each other out', () => {
  const amounts = fc.record({
    amountMinor: fc.integer({ min: 1, max: 1e9 }),
    feeMinor: fc.nat(1e6),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(amounts, ({ amountMinor, feeMinor, share }) => {
      const taxMinor = Math.floor(amountMinor * share)
      const given = { amountMinor, feeMinor, taxMinor }
      for (const rule of Object.values(disputePostings))
        expect(add(...rule(given).map((line) => line.amountMinor))).toBe(0)
      const both = [...disputePostings.opened(given), ...disputePostings.won(given)]
      for (const role of ['dispute', 'provider_fee', 'clearing'])
        expect(add(...both.flatMap((line) => (line.role === role ? [line.amountMinor] : [])))).toBe(0)
    }),
  )
})

test('the tax of disputes is their share of what was sold, and never more than is left', () => {
  expect([10_388, 5000, 99_999].map((amount) => taxOfDispute(sold, amount, 0))).toEqual([588, 283, 588])
  expect(taxOfDispute(sold, 10_388, 283)).toBe(305)
  expect([588, 600].map((taken) => taxOfDispute(sold, 10_388, taken))).toEqual([0, 0])
  expect(taxOfDispute({ deposit: side(-500) }, 500, 0)).toBe(0)
  // More goods were given back than sold: nothing says whose tax is left.
  expect(taxOfDispute({ ...sold, returns: side(10_000) }, 500, 0)).toBe(0)
})

test('the tax is split by the rates of the order, without revenue', () => {
  const shares = [
    { rate: '13', netMinor: 1000, taxMinor: 130 },
    { rate: '6', netMinor: 500, taxMinor: 30 },
  ]
  expect(splitDisputeTax(80, shares)).toEqual([
    { rate: '13', netMinor: 0, taxMinor: -65 },
    { rate: '6', netMinor: 0, taxMinor: -15 },
  ])
  expect(splitDisputeTax(-80, shares.slice(0, 1))).toEqual([{ rate: '13', netMinor: 0, taxMinor: 80 }])
  expect(splitDisputeTax(0, shares)).toEqual([])
  const untaxed = { rate: '0', netMinor: 700, taxMinor: 0 }
  expect(splitDisputeTax(80, [untaxed, ...shares.slice(0, 1)])).toEqual([{ rate: '13', netMinor: 0, taxMinor: -80 }])
  expect(splitDisputeTax(80, [])).toEqual([{ rate: '', netMinor: 0, taxMinor: -80 }])
})

import { calculateTaxes, sumTaxes } from '#shared/orders/tax-rates.ts'
import { expect, test } from 'bun:test'

test('the tax of a rate is calculated from the sum of its amounts and rounded once', () => {
  const amounts = [
    { amountMinor: 333, rate: '13' },
    { amountMinor: 333, rate: '13.0' },
    { amountMinor: 1000, rate: '6' },
    { amountMinor: 500, rate: '0' },
    { amountMinor: 500, rate: '' },
  ]
  const taxes = calculateTaxes(amounts, false)
  expect(taxes).toEqual([
    { name: '13%', rate: '13', amountMinor: 87 },
    { name: '6%', rate: '6', amountMinor: 60 },
  ])
  expect(sumTaxes(taxes)).toBe(147)
})

test('prices that include the tax have it in them', () => {
  expect(calculateTaxes([{ amountMinor: 11_300, rate: '13' }], true)).toEqual([
    { name: '13%', rate: '13', amountMinor: 1300 },
  ])
  expect(calculateTaxes([{ amountMinor: 10_887, rate: '8.875' }], true)).toEqual([
    { name: '8.875%', rate: '8.875', amountMinor: 887 },
  ])
})

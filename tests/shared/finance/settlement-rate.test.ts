import { findSettlementRate } from '#shared/finance/settlement-rate.ts'
import { expect, test } from 'bun:test'

test('the rate of a settlement follows from its amounts, and a stated rate that is far from it does not fit', () => {
  const find = (amount: string, currency: string, rate = '') =>
    findSettlementRate({ currency: 'USD', amountMinor: 6800 }, { amount, currency, rate })
  expect(find('62.56', 'eur')).toEqual({ rate: '0.92', fits: true })
  expect(find('62.56', 'EUR', '0.9251')).toEqual({ rate: '0.92', fits: true })
  expect(find('6256', 'EUR', '0.92')).toEqual({ rate: '92', fits: false })
  expect(find('10200', 'JPY', '150')).toEqual({ rate: '150', fits: true })
  for (const [amount, currency] of [
    ['', 'EUR'],
    ['62.56', 'EU'],
    ['62.56', 'XXY'],
    ['-1', 'EUR'],
    ['1e3', 'EUR'],
  ] as const)
    expect(find(amount, currency)).toBeUndefined()
})

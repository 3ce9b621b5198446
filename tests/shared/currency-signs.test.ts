import { findOtherCurrency } from '#shared/currency-signs.ts'
import { expect, test } from 'bun:test'

test('an amount with the sign or code of another currency names it', () => {
  for (const [text, currency, other] of [
    ['€19.90', 'CNY', 'EUR'],
    ['19,90 €', 'CNY', 'EUR'],
    ['-€ 19.90', 'USD', 'EUR'],
    ['(£5.00)', 'USD', 'GBP, EGP, FKP, GIP'],
    ['EUR 19.90', 'CNY', 'EUR'],
    ['19.90 EUR', 'CNY', 'EUR'],
    ['CNY ¥5', 'JPY', 'CNY'],
    ['¥5', 'EUR', 'CNY, JPY'],
    ['￥5', 'JPY', undefined],
    ['¥5', 'CNY', undefined],
    ['5元', 'CNY', undefined],
    ['5元', 'JPY', 'CNY, HKD, TWD, MOP'],
    ['RMB 5', 'USD', 'CNY'],
    ['$5', 'CAD', undefined],
    ['$5', 'CNY', 'USD, AUD, CAD, HKD'],
    ['US$ 5', 'CAD', 'USD'],
    ['100 kr', 'SEK', undefined],
    ['100 kr', 'NOK', undefined],
    ['kr 100', 'EUR', 'SEK, NOK, DKK, ISK'],
    ['19.90', 'CNY', undefined],
    ["'19.90", 'CNY', undefined],
    ['', 'CNY', undefined],
    ['free', 'CNY', undefined],
    ['€'.repeat(100_000), 'CNY', undefined],
  ] as const)
    expect([text.slice(0, 12), currency, findOtherCurrency(text, currency)]).toEqual([
      text.slice(0, 12),
      currency,
      other,
    ])
})

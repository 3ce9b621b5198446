import { exponentOf, isCurrency } from '#shared/currencies.ts'
import { expect, test } from 'bun:test'

test('knows the decimals of every current currency', () => {
  expect(
    Object.fromEntries(
      ['CNY', 'USD', 'JPY', 'KRW', 'KWD', 'TND', 'CLF', 'HUF'].map((code) => [code, exponentOf(code)]),
    ),
  ).toEqual({
    CNY: 2,
    USD: 2,
    JPY: 0,
    KRW: 0,
    KWD: 3,
    TND: 3,
    CLF: 4,
    HUF: 2,
  })
})

test('rejects metals, funds without decimals, withdrawn and invented codes', () => {
  for (const code of ['XAU', 'XDR', 'XXX', 'XTS', 'DEM', 'HRK', 'BGN', 'ABC', 'usd', '', '__proto__', 'constructor'])
    expect([code, isCurrency(code), exponentOf(code)]).toEqual([code, false, undefined])
})

import { convert, convertAll, parseRate } from '#shared/finance/conversion.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import fc from 'fast-check'
import { expect, test } from 'bun:test'

const rateOf = (text: string) => parseRate(text) ?? { numerator: 0n, denominator: 1n }

test('a rate is a decimal above zero', () => {
  expect(parseRate('7.2345')).toEqual({ numerator: 72_345n, denominator: 10_000n })
  expect(parseRate(' 150 ')).toEqual({ numerator: 150n, denominator: 1n })
  for (const text of ['', '0', '0.000', '-1', '+1', '7,2', '1e3', '.5', '5.', '1234567890', 'NaN'])
    expect(parseRate(text)).toBeUndefined()
})

test('amounts keep the decimals of their currencies, and halves round away from zero', () => {
  expect(convert(10_000, { from: 'USD', to: 'CNY', rate: rateOf('7.2345') })).toBe(72_345)
  expect(convert(100, { from: 'JPY', to: 'CNY', rate: rateOf('0.0485') })).toBe(485)
  expect(convert(12_345, { from: 'CNY', to: 'JPY', rate: rateOf('20.61') })).toBe(2544)
  expect(convert(1000, { from: 'KWD', to: 'USD', rate: rateOf('3.25') })).toBe(325)
  expect(convert(1, { from: 'USD', to: 'CNY', rate: rateOf('0.5') })).toBe(1)
  expect(convert(-1, { from: 'USD', to: 'CNY', rate: rateOf('0.5') })).toBe(-1)
  expect(convert(-1, { from: 'USD', to: 'CNY', rate: rateOf('0.4') })).toBe(0)
  expect(convert(Number.MAX_SAFE_INTEGER, { from: 'USD', to: 'CNY', rate: rateOf('2') })).toBeUndefined()
})

const figuresOf = (opening: number, received: number, out: number): FlowFigures => ({
  in: received,
  out,
  net: received - out,
  inCount: 1,
  outCount: 1,
  opening,
  closing: opening + received - out,
  transfers: 0,
  payments: null,
  refunds: null,
  fees: null,
  unsettled: 0,
  openLines: [],
})

test('converted figures still add up, line by line and in total', () => {
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 1, max: 99_999 }), (opening, received, out, rate) => {
      const all = ['CNY', 'USD', 'JPY'].map((currency) => ({ currency, figures: figuresOf(opening, received, out) }))
      const text = `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, '0')}`
      const { currencies, total } = convertAll(
        all,
        'CNY',
        new Map([
          ['USD', text],
          ['JPY', text],
        ]),
      )
      for (const figures of [...currencies.map(({ converted }) => converted), total]) {
        if (!figures) throw new Error('not converted')
        expect(figures.opening + figures.in - figures.out).toBe(figures.closing)
        expect(figures.in - figures.out).toBe(figures.net)
      }
      const sum = currencies.reduce((sums, { converted }) => sums + (converted?.closing ?? 0), 0)
      expect(total?.closing).toBe(sum)
    }),
  )
})

test('there is no total before every currency that moved has a rate', () => {
  const all = [
    { currency: 'CNY', figures: figuresOf(0, 500, 0) },
    { currency: 'USD', figures: figuresOf(0, 100, 0) },
    { currency: 'JPY', figures: figuresOf(0, 0, 0) },
  ]
  expect(convertAll(all, 'CNY', new Map()).total).toBeNull()
  expect(convertAll(all, 'CNY', new Map([['USD', 'x']]))).toMatchObject({
    total: null,
    currencies: [{ rate: '1' }, { isInvalid: true, converted: null }, { rate: '', isInvalid: false }],
  })
  expect(convertAll(all, 'CNY', new Map([['USD', '7']])).total).toMatchObject({ in: 1200, net: 1200 })
})

test('figures that are exact one by one, but not their sum, are not converted', () => {
  const all = [{ currency: 'USD', figures: figuresOf(9_000_000, 9_000_000, 0) }]
  expect(convertAll(all, 'CNY', new Map([['USD', '999999999']]))).toMatchObject({
    total: null,
    currencies: [{ isInvalid: false, converted: null }],
  })
})

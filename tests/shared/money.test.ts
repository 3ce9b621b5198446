import {
  add,
  allocate,
  currencySign,
  decimalsOf,
  formatAmount,
  formatDecimal,
  formatMoney,
  multiply,
  parseDecimal,
} from '#shared/money.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const largest = Number.MAX_SAFE_INTEGER
const amount = fc.integer({ min: -largest, max: largest })
const currency = fc.constantFrom('CNY', 'JPY', 'KWD', 'CLF', 'USD')

describe('adding and multiplying', () => {
  test('sums and products within ±(2^53 − 1) are exact', () => {
    expect(add()).toBe(0)
    expect(add(largest - 1, 1)).toBe(largest)
    expect(add(-largest, largest)).toBe(0)
    expect(multiply(3, 1_999)).toBe(5_997)
    expect(multiply(-1, largest)).toBe(-largest)
  })

  test('throws outside that range and for fractions', () => {
    expect(() => add(largest, 1)).toThrow(RangeError)
    expect(() => add(largest, 1, -1)).toThrow(RangeError)
    expect(() => add(0.1, 0.2)).toThrow(RangeError)
    expect(() => add(Number.NaN)).toThrow(RangeError)
    expect(() => multiply(2, largest)).toThrow(RangeError)
    expect(() => multiply(0.5, 2)).toThrow(RangeError)
  })
})

describe('parsing a decimal', () => {
  test.each([
    ['1096.80', 'CNY', 109_680],
    ['0.5', 'USD', 50],
    ['-3', 'USD', -300],
    ['-0.00', 'USD', 0],
    ['007', 'JPY', 7],
    [' 12.34 ', 'EUR', 1_234],
    ['1.234', 'KWD', 1_234],
    ['1.2345', 'CLF', 12_345],
    ['90071992547409.91', 'USD', largest],
    ['-9007199254740991', 'JPY', -largest],
  ])('%p in %s is %d', (text, code, minor) => {
    expect(parseDecimal(text, code)).toBe(minor)
  })

  test.each([
    ['1.234', 'USD'],
    ['1.000', 'USD'],
    ['1.0', 'JPY'],
    ['1e3', 'USD'],
    ['NaN', 'USD'],
    ['Infinity', 'USD'],
    ['0x10', 'USD'],
    ['1,096.80', 'USD'],
    ['1 096', 'USD'],
    ['', 'USD'],
    ['-', 'USD'],
    ['.', 'USD'],
    ['.5', 'USD'],
    ['5.', 'USD'],
    ['+5', 'USD'],
    ['--5', 'USD'],
    ['−5', 'USD'],
    ['５', 'USD'],
    ['$5', 'USD'],
    ['90071992547409.92', 'USD'],
    ['99999999999999999', 'JPY'],
    ['1', 'XXX'],
    ['1', 'usd'],
  ])('%p in %s is not an amount', (text, code) => {
    expect(parseDecimal(text, code)).toBeUndefined()
  })

  test('a formatted amount parses to the same value', () => {
    fc.assert(fc.property(amount, currency, (minor, code) => parseDecimal(formatDecimal(minor, code), code) === minor))
  })
})

describe('formatting an amount', () => {
  test('formats a plain decimal with the currency’s decimals for machines', () => {
    expect(formatDecimal(109_680, 'CNY')).toBe('1096.80')
    expect(formatDecimal(-5, 'USD')).toBe('-0.05')
    expect(formatDecimal(-0, 'USD')).toBe('0.00')
    expect(formatDecimal(7, 'JPY')).toBe('7')
    expect(formatDecimal(7, 'KWD')).toBe('0.007')
    expect(() => formatDecimal(0.5, 'USD')).toThrow(RangeError)
    expect(() => formatDecimal(1, 'XXX')).toThrow('XXX')
  })

  test('formats thousands separators and a U+2212 minus for people', () => {
    expect(formatAmount(109_680, 'CNY')).toBe('1,096.80')
    expect(formatAmount(-118_869_614, 'CNY')).toBe('−1,188,696.14')
    expect(formatAmount(100, 'JPY')).toBe('100')
    expect(formatAmount(1_000, 'JPY')).toBe('1,000')
    expect(formatAmount(largest, 'USD')).toBe('90,071,992,547,409.91')
  })

  test('a currency sign longer than one character is separated by a space', () => {
    expect(formatMoney(109_680, 'CNY')).toBe('¥1,096.80')
    expect(formatMoney(-8_600, 'USD')).toBe('−US$ 86.00')
    expect(formatMoney(8_600, 'CHF')).toBe('CHF 86.00')
    expect(currencySign('EUR')).toBe('€')
  })
})

test('decimals come from the ISO table, not from the locale data', () => {
  // CLDR shows these with fewer decimals.
  expect(['HUF', 'IDR', 'COP', 'PKR', 'IQD', 'ISK', 'UYW'].map(decimalsOf)).toEqual([2, 2, 2, 2, 3, 0, 4])
  expect(() => decimalsOf('XAU')).toThrow('XAU')
})

describe('allocating', () => {
  test.each([
    [15, [20, 2, 3], [12, 1, 2]],
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [5_000, [9_000, 800, 588], [4_332, 385, 283]],
    [2, [1, 1, 1], [1, 1, 0]],
    [7, [0, 0], [7, 0]],
    [7, [0, 5], [0, 7]],
    [0, [3, 4], [0, 0]],
    [largest, [largest, largest], [4_503_599_627_370_496, 4_503_599_627_370_495]],
  ])('%d over %p is %p', (minor, weights, parts) => {
    expect(allocate(minor, weights)).toEqual(parts)
  })

  test('throws without weights or with a negative weight', () => {
    expect(() => allocate(1, [])).toThrow(RangeError)
    expect(() => allocate(1, [2, -1])).toThrow(RangeError)
  })

  const weights = fc.array(fc.integer({ min: 0, max: largest }), { minLength: 1, maxLength: 20 })

  test('the parts add up, keep the sign, and are within one unit of their exact share', () => {
    fc.assert(
      fc.property(amount, weights, (minor, shares) => {
        const parts = allocate(minor, shares)
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(minor))
        const total = shares.reduce((sum, share) => sum + BigInt(share), 0n)
        for (const [index, part] of parts.entries()) {
          expect(Object.is(part, -0)).toBe(false)
          if (part !== 0) expect(Math.sign(part)).toBe(Math.sign(minor))
          if (total === 0n) continue
          const off = BigInt(part) * total - BigInt(minor) * BigInt(shares[index] as number)
          expect(off < total && off > -total).toBe(true)
        }
      }),
    )
  })

  test('allocating repeatedly from the remainder never overdraws a part, and the last allocation empties all', () => {
    const remaining = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        remaining,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }),
        (start, takings) => {
          let left = start
          for (const share of [...takings, 1]) {
            const taken = allocate(Math.floor(share * add(...left)), left)
            left = left.map((value, index) => value - (taken[index] as number))
            expect(left.every((value) => value >= 0)).toBe(true)
          }
          expect(left.every((value) => value === 0)).toBe(true)
        },
      ),
    )
  })
})

import { convertByDay, formatFraction } from '#shared/finance/convert-by-day.ts'
import { DailyRates } from '#shared/finance/daily-rates.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const ecb = new DailyRates([
  { day: '2026-03-06', from: 'EUR', to: 'USD', rate: '1.08' },
  { day: '2026-03-06', from: 'EUR', to: 'CNY', rate: '7.83' },
  { day: '2026-03-09', from: 'EUR', to: 'USD', rate: '1.1' },
  { day: '2026-03-09', from: 'EUR', to: 'CNY', rate: '7.92' },
])
const rateOf = (from: string, to: string, day: string) => {
  const found = ecb.find(from, to, day)
  return found && [formatFraction(found.rate), found.day]
}

test('a rate is found as it is, the other way round and through a third currency', () => {
  expect(rateOf('EUR', 'USD', '2026-03-06')).toEqual(['1.08', '2026-03-06'])
  expect(rateOf('USD', 'EUR', '2026-03-09')).toEqual(['0.909091', '2026-03-09'])
  expect(rateOf('USD', 'CNY', '2026-03-06')).toEqual(['7.25', '2026-03-06'])
})

test('a weekend has the rates of Friday, and a week without any has none', () => {
  expect(rateOf('USD', 'CNY', '2026-03-08')).toEqual(['7.25', '2026-03-06'])
  expect(rateOf('USD', 'CNY', '2026-03-16')).toEqual(['7.2', '2026-03-09'])
  expect(rateOf('USD', 'CNY', '2026-03-17')).toBeUndefined()
  expect(rateOf('USD', 'CNY', '2026-03-05')).toBeUndefined()
})

test('each day is converted at its rate, and what the balances gained is the exchange difference', () => {
  const { converted, daily } = convertByDay(
    {
      from: 'USD',
      to: 'CNY',
      opening: 10_000,
      closing: 14_000,
      openingDay: '2026-03-06',
      closingDay: '2026-03-09',
      days: [
        { day: '2026-03-07', in: 5_000, out: 0, moved: 5_000 },
        { day: '2026-03-09', in: 0, out: 1_000, moved: -1_000 },
      ],
      isWhole: true,
    },
    ecb,
  )
  expect(converted).toEqual({
    opening: 72_500,
    in: 36_250,
    out: 7_200,
    net: 29_050,
    transfers: 0,
    difference: -750,
    closing: 100_800,
  })
  expect(daily).toEqual({ missing: [], missingCount: 0, carriedCount: 1, openingRate: '7.25', closingRate: '7.2' })
})

test('days without a rate are named, and nothing is converted', () => {
  const day = { in: 100, out: 0, moved: 100 }
  const { converted, daily } = convertByDay(
    {
      ...{ from: 'USD', to: 'CNY', opening: 0, closing: 200, openingDay: '2026-01-31', closingDay: '2026-03-09' },
      days: [
        { ...day, day: '2026-02-03' },
        { ...day, day: '2026-03-09' },
      ],
      isWhole: true,
    },
    ecb,
  )
  expect(converted).toBeNull()
  expect(daily).toMatchObject({ missing: ['2026-02-03'], missingCount: 1 })
})

test('whatever moves, opening + in − out + transfers + difference is closing, and one rate makes no difference but rounding', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 })
  const flow = fc.record({ in: amount, out: amount, transfer: amount, day: fc.integer({ min: 1, max: 28 }) })
  const currencies = fc.constantFrom('JPY', 'CNY', 'KWD', 'CLF')
  const rate = fc.integer({ min: 1, max: 99_999 }).map((thousandths) => (thousandths / 1000).toFixed(3))
  fc.assert(
    fc.property(amount, fc.array(flow, { maxLength: 8 }), currencies, currencies, rate, (...all) => {
      const [opening, flows, from, to, text] = all
      fc.pre(from !== to)
      const days = flows.map(({ day, transfer, ...moved }) => ({
        ...moved,
        day: `2026-02-${String(day).padStart(2, '0')}`,
        moved: moved.in - moved.out + transfer,
      }))
      const closing = days.reduce((sum, { moved }) => sum + moved, opening)
      const everyDay = Array.from({ length: 40 }, (_, index) => ({
        day: new Date(Date.UTC(2026, 0, 25 + index)).toISOString().slice(0, 10),
        ...{ from, to, rate: text },
      }))
      const { converted } = convertByDay(
        {
          ...{ from, to, opening, closing, days, isWhole: true },
          ...{ openingDay: '2026-01-31', closingDay: '2026-02-28' },
        },
        new DailyRates(everyDay),
      )
      if (!converted) return
      const { in: received, out, transfers, difference } = converted
      expect(converted.opening + received - out + transfers + difference).toBe(converted.closing)
      expect(Math.abs(difference)).toBeLessThanOrEqual(3 * days.length + 2)
    }),
  )
})
